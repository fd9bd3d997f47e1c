"""An episode without an end breaks a declared limit; without a declaration nothing is proved."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, PropertyViolated
from hallmark_rl.conformance.properties.step.step_limit import (
    _limit,
    _require_end,
    limit_exact,
    terminates,
)
from tests.conformance.small_environment import Env, Message, small_context, small_schema


def context(max_steps: int | None, *, ends_at: int = 10**6) -> Any:
    """A stand-in whose episodes end at a step."""

    def play(episode: Episode, driver: Any) -> list[Response]:
        steps = min(len(episode.actions), ends_at)
        return [Response({"done": number == ends_at}) for number in range(steps + 1)]

    return SimpleNamespace(
        declared=SimpleNamespace(max_steps=max_steps),
        survey=SimpleNamespace(step_s=1e-4),
        pool=[],
        seeds=[1],
        new_driver=lambda: SimpleNamespace(close=lambda: None),
        play=play,
    )


@pytest.mark.parametrize(
    ("max_steps", "outcome"), [(None, EvidenceMissing), (20, PropertyViolated)]
)
def test_an_endless_episode(max_steps: int | None, outcome: type[Exception]) -> None:
    endless = context(max_steps)
    with pytest.raises(outcome, match="is not done"):
        _require_end(endless, Episode.of(1, [{}] * (_limit(endless) + 1)))


@pytest.mark.parametrize("max_steps", [None, 20])
def test_an_episode_that_ends(max_steps: int | None) -> None:
    _require_end(context(max_steps, ends_at=15), Episode.of(1, [{}] * 21))


class Records(Env):
    """Look up one of four records in ten steps; what is unknown costs no step unless `is_sound`."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        record={"type": "string", "examples": ["order", "policy", "return", "stock"]}
    )
    limit = 10
    is_sound = False

    def paid(self, action: Message) -> float:
        known = action["record"] in ("order", "policy", "return", "stock")
        self.count -= not (known or self.is_sound)
        return 0.0

    def oracle(self) -> Message:
        return {"record": "order"}


class SoundRecords(Records):
    is_sound = True


def test_an_undeclared_limit_that_some_actions_pass_by_is_named() -> None:
    def check(env_class: type[Env]) -> None:
        context = small_context(env_class)
        context.survey.pool = [{"record": name} for name in ("order", "policy", "return", "zz")]
        terminates(context)

    check(SoundRecords)
    with pytest.raises(PropertyViolated, match="whatever is repeated in them, end after 10"):
        check(Records)


class Sizes(Env):
    """Each level has a limit of its own; the declared one is that of the largest."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    limits: ClassVar[dict[int, int]] = {1: 4, 2: 8}
    declared: ClassVar[dict[str, Any]] = {"levels": (1, 2), "max_steps": 8}

    def begin(self) -> None:
        self.limit = self.limits[self.options.get("level", 1)]

    def paid(self, action: Message) -> float:
        return 0.0

    def oracle(self) -> Message:
        return {"text": "right"}


class EndsSooner(Sizes):
    """The text that is tried first ends an episode of the second level; others do not."""

    def paid(self, action: Message) -> float:
        self.over = self.limit == 8 and action == self.first and self.count == 6
        return 0.0

    def begin(self) -> None:
        super().begin()
        context = small_context(Sizes)
        self.first = context.random_episode(context.seeds[0], 10).actions[0]


class Short(Sizes):
    """No level has the declared limit."""

    limits: ClassVar[dict[int, int]] = {1: 4, 2: 5}


def test_the_declared_limit_may_be_that_of_another_level() -> None:
    limit_exact(small_context(Sizes))
    limit_exact(small_context(EndsSooner))
    with pytest.raises(PropertyViolated, match="every unsolved episode ends after 4 steps"):
        limit_exact(small_context(Short))


class Questions(Env):
    """Four questions; each may be asked back once, which takes a step more."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"enum": ["ask", *"abcdef"]})
    limit = 8
    declared: ClassVar[dict[str, Any]] = {"max_steps": 8}

    def begin(self) -> None:
        self.right = [self.rng.choice("abcdef") for _ in range(4)]
        self.asked = [False] * 4
        self.place = 0

    def show(self) -> Message:
        return {"question": self.place, "asked": self.asked}

    def paid(self, action: Message) -> float:
        if action["text"] == "ask" and not self.asked[self.place]:
            self.asked[self.place] = True
            return 0.0
        right = action["text"] == self.right[self.place]
        self.place += 1
        self.over = self.place == 4
        return right / 4

    def oracle(self) -> Message:
        return {"text": self.right[self.place]}


def test_an_episode_may_end_when_all_questions_are_answered() -> None:
    context = small_context(Questions)
    context.survey.pool = [{"text": letter} for letter in "abcdef"]
    limit_exact(context)


class Board(Env):
    """A move to the same place again loses; a solution takes four moves."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        place={"type": "integer", "minimum": 0, "maximum": 3}
    )
    declared: ClassVar[dict[str, Any]] = {"max_steps": 6}
    limit = 6

    def begin(self) -> None:
        self.taken: list[int] = []
        self.order = self.rng.sample(range(4), 4)

    def paid(self, action: Message) -> float:
        self.taken.append(action["place"])
        is_wrong = self.taken != self.order[: self.count]
        self.over = self.count == 4 or (is_wrong and self.count > 1)
        return float(self.taken == self.order)

    def oracle(self) -> Message:
        return {"place": self.order[self.count]}


def test_a_longer_solution_shows_that_lost_games_end_sooner() -> None:
    limit_exact(small_context(Board))


class Forfeit(Env):
    """The third move that is refused ends the game; a text may say so."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    declared: ClassVar[dict[str, Any]] = {"max_steps": 8}
    limit = 8
    text = "An illegal move is refused; the third one forfeits the game."

    def begin(self) -> None:
        self.refused = 0

    def show(self) -> Message:
        return {"text": self.text, "refused": self.refused}

    def paid(self, action: Message) -> float:
        self.refused += action["text"] != "right"
        self.over = self.refused == 3 or action["text"] == "right"
        return float(action["text"] == "right")

    def oracle(self) -> Message:
        return {"text": "right"}


def test_an_end_by_mistakes_that_a_text_states_is_no_limit() -> None:
    limit_exact(small_context(Forfeit))
    for text in ("Illegal moves are refused.", "The third game is the last."):
        with pytest.raises(PropertyViolated, match="every unsolved episode ends after 3 steps"):
            limit_exact(small_context(type("Untold", (Forfeit,), {"text": text})))
