"""Fields of an answer that the reward does not read."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.semantics.wrong_answers import fields_count, not_too_early
from tests.conformance.small_environment import Env, Message, small_context, small_schema

NUMBER = {"type": "integer", "minimum": 0, "maximum": 9}


class Lookup(Env):
    """A number is looked up under its own key, then answered; an answer has no key."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        kind={"enum": ["look", "answer"]}, key=NUMBER, number=NUMBER
    )
    limit = 4

    def begin(self) -> None:
        self.key, self.number, self.seen = self.rng.randrange(10), self.rng.randrange(10), ""

    def show(self) -> Message:
        return {"key": self.key, "seen": self.seen}

    def paid(self, action: Message) -> float:
        if action["kind"] == "look":
            self.seen = str(self.number if action.get("key") == self.key else "nothing")
            return 0.0
        self.over = True
        return float(self.is_right(action))

    def is_right(self, action: Message) -> bool:
        return bool(action.get("number") == self.number)

    def oracle(self) -> Message:
        if self.seen:
            return {"kind": "answer", "key": 0, "number": self.number}
        return {"kind": "look", "key": self.key, "number": 0}


class Unread(Lookup):
    """The answer names the key as well, which is not compared."""

    def oracle(self) -> Message:
        return {**super().oracle(), "key": self.key}


class Read(Unread):
    def is_right(self, action: Message) -> bool:
        return super().is_right(action) and action.get("key") == self.key


def test_a_field_of_the_answer_must_count_and_what_is_looked_up_need_not() -> None:
    fields_count(small_context(Lookup))
    fields_count(small_context(Read))
    with pytest.raises(PropertyViolated, match="the value of 'key' has no effect"):
        fields_count(small_context(Unread))


class Dart(Env):
    """Throw near enough at a hidden number; the oracle's first throw is wide."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        number={"type": "integer", "minimum": 0, "maximum": 99}
    )
    limit, near, last = 4, 20, False

    def begin(self) -> None:
        self.number, self.thrown = self.rng.randrange(40, 100), 0

    def show(self) -> Message:
        return {"thrown": self.thrown}

    def paid(self, action: Message) -> float:
        self.thrown += 1
        self.over = abs(action["number"] - self.number) < self.near
        return float(self.over)

    def oracle(self) -> Message:
        return {"number": self.number if self.thrown else 0}


class AnyNumber(Dart):
    near = 99

    def oracle(self) -> Message:
        return {"number": self.number if self.thrown else 0}

    def paid(self, action: Message) -> float:
        self.thrown += 1
        self.over = action["number"] > 0
        return float(self.over)


def test_attempts_that_are_near_enough_may_end_an_episode_and_all_others_may_not() -> None:
    not_too_early(small_context(Dart))
    with pytest.raises(PropertyViolated, match="wrong first moves end the episode"):
        not_too_early(small_context(AnyNumber))
