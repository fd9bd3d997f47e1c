"""A step that is taken back and played again must not solve a task."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.undone_steps import undone_steps
from tests.conformance.small_environment import Env, Message, small_context, small_schema

PLACES = ["cellar", "garden", "hall", "kitchen", "tower"]


class Gems(Env):
    """Three gems lie in five places; `undo` goes back and puts a gem back where it was."""

    schema: ClassVar[dict[str, Any]] = small_schema(move={"enum": [*PLACES, "undo"]})
    counts_again: ClassVar[bool] = False

    def begin(self) -> None:
        self.left = sorted(self.rng.sample(PLACES, 3))
        self.place, self.count_found = "start", 0
        self.history: list[tuple[str, list[str], int]] = []

    def show(self) -> Message:
        return {"place": self.place, "left": list(self.left), "found": self.count_found}

    def paid(self, action: Message) -> float:
        move = action["move"]
        if move == "undo":
            if self.history:
                self.place, self.left, found = self.history.pop()
                self.count_found = self.count_found if self.counts_again else found
        else:
            self.history.append((self.place, self.left, self.count_found))
            self.count_found += move in self.left
            self.place, self.left = move, [place for place in self.left if place != move]
        self.over = self.count_found == 3
        return float(self.over)

    def oracle(self) -> Message:
        return {"move": self.left[0]}


class CountedAgain(Gems):
    counts_again: ClassVar[bool] = True


class NoUndo(CountedAgain):
    """The same with a name that says nothing of a reverse."""

    schema: ClassVar[dict[str, Any]] = small_schema(move={"enum": [*PLACES, "parry"]})

    def paid(self, action: Message) -> float:
        return super().paid({"move": action["move"].replace("parry", "undo")})


class SwitchedInTurn(Gems):
    """To add and to remove in turn is the work itself."""

    schema: ClassVar[dict[str, Any]] = small_schema(move={"enum": ["add", "remove"]})

    def begin(self) -> None:
        super().begin()
        self.last = "remove"

    def show(self) -> Message:
        return {"last": self.last, "switched": self.count_found}

    def paid(self, action: Message) -> float:
        self.count_found += action["move"] != self.last
        self.last = action["move"]
        self.over = self.count_found == 5
        return float(self.over)

    def oracle(self) -> Message:
        return {"move": "add" if self.last == "remove" else "remove"}


def test_a_reverse_that_restores_everything_is_sound() -> None:
    undone_steps(small_context(Gems))


def test_a_count_that_is_not_taken_back_is_reported() -> None:
    with pytest.raises(PropertyViolated, match=r'"undo".* in turn earn 1 in \d+ steps') as raised:
        undone_steps(small_context(CountedAgain))
    assert raised.value.episode is not None


@pytest.mark.parametrize("env_class", [NoUndo, SwitchedInTurn])
def test_nothing_is_claimed_of_other_names_or_of_work_in_turn(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable, match="takes a step"):
        undone_steps(small_context(env_class))
