"""The answer is not shown late in an episode in which nothing is done."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.secrecy.late_answers import require_no_late_answer
from hallmark_rl.conformance.survey.rollouts import play_policy
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Field(Env):
    """A jar lies in a square; each dig tells how far it is."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        row={"type": "integer"}, column={"type": "integer"}
    )
    late = 99

    def begin(self) -> None:
        self.jar = [self.rng.randrange(20), self.rng.randrange(20)]
        self.dug = [10, 10]

    def show(self) -> Message:
        focus = self.jar if self.count >= self.late else self.dug
        far = sum(abs(a - b) for a, b in zip(self.dug, self.jar, strict=True))
        return {"viewer": {"focus": {"row": focus[0], "column": focus[1]}}, "far": far}

    def paid(self, action: Message) -> float:
        self.dug = [action["row"], action["column"]]
        self.over = self.dug == self.jar
        return float(self.over)

    def oracle(self) -> Message:
        return {"row": self.jar[0], "column": self.jar[1]}


class Shows(Field):
    late = 6


class Copies(Field):
    """The square is shown from the beginning: to go there is the task."""

    late = 0


class Tour(Shows):
    """A first dig elsewhere is needed as well: the last one is a move of many."""

    def begin(self) -> None:
        super().begin()
        self.begun = False

    def paid(self, action: Message) -> float:
        right = super().paid(action)
        self.over = bool(right) and self.begun
        self.begun = self.begun or action["row"] == 0
        return float(self.over)

    def oracle(self) -> Message:
        return super().oracle() if self.begun else {"row": 0, "column": 0}


def _check(env_class: type[Env]) -> None:
    context = small_context(env_class)

    def null(env: Any, seen: Any) -> Message:
        return {"row": -1, "column": -1}

    context.subject.proof.null = null  # type: ignore[attr-defined]
    context.survey.null_rollouts = [
        play_policy(context.subject, context.survey, null, seed, 20) for seed in context.seeds
    ]
    require_no_late_answer(context)


def test_what_each_dig_tells_is_sound() -> None:
    _check(Field)


def test_a_display_that_turns_to_the_answer_is_reported() -> None:
    with pytest.raises(PropertyViolated, match=r"viewer\.focus\.\w+ is after \d+ idle steps"):
        _check(Shows)


class Index(Field):
    """A list of squares, the right one among them, comes with the first dig."""

    def begin(self) -> None:
        super().begin()
        self.squares = [self.jar, *([self.rng.randrange(20) for _ in "xy"] for _ in range(5))]
        self.rng.shuffle(self.squares)

    def show(self) -> Message:
        return {**super().show(), "squares": self.squares if self.count else []}


def test_a_list_of_places_is_no_display() -> None:
    _check(Index)


def test_what_is_shown_from_the_beginning_is_the_task() -> None:
    _check(Copies)


def test_without_a_null_policy_nothing_is_said() -> None:
    require_no_late_answer(small_context(Shows))


def test_what_one_move_of_many_names_may_be_shown() -> None:
    _check(Tour)
