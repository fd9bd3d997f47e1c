"""What a text says can be used once is reported where a second use is paid."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.used_once import used_once
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Keys(Env):
    """Each of three doors is opened with a key; a key opens any door."""

    schema: ClassVar[dict[str, Any]] = small_schema(key={"type": "string"}, door={"type": "string"})
    told = "Open three doors. A key can be used once."
    kept = False
    needed = 3

    def begin(self) -> None:
        self.keys = [f"k{number}" for number in self.rng.sample(range(100), 4)]
        self.doors = [f"d{number}" for number in self.rng.sample(range(100), 3)]
        self.opened = 0

    def show(self) -> Message:
        return {"rules": self.told, "keys": list(self.keys), "doors": list(self.doors)}

    def paid(self, action: Message) -> float:
        if action["key"] not in self.keys or action["door"] not in self.doors:
            return 0.0
        self.doors.remove(action["door"])
        if not self.kept:
            self.keys.remove(action["key"])
        self.opened += 1
        self.over = not self.doors
        return float(self.opened == self.needed)

    def oracle(self) -> Message:
        return {"key": self.keys[self.opened if self.kept else 0], "door": self.doors[0]}


class KeptKeys(Keys):
    kept = True


class Silent(KeptKeys):
    told = "Open three doors."


class OtherThing(KeptKeys):
    told = "Open three doors. A lamp can be used once."


class AtLeast(KeptKeys):
    told = "Open three doors. A key must be used at least once."


class Bill(KeptKeys):
    told = "Open three doors. What it costs if each key is used once."


class AtOnce(KeptKeys):
    told = "Open three doors. A key may be used more than once, and all keys can be held at once."


class NoMore(KeptKeys):
    told = "Open three doors. Each key works no more than once."


class NeedsTwo(Keys):
    """The third door need not be opened, with whatever key."""

    needed = 2


def test_a_second_use_that_is_paid_is_reported() -> None:
    used_once(small_context(Keys))
    with pytest.raises(PropertyViolated, match="A key can be used once") as raised:
        used_once(small_context(KeptKeys))
    assert raised.value.episode is not None


def test_no_more_than_once_is_once() -> None:
    with pytest.raises(PropertyViolated, match="no more than once"):
        used_once(small_context(NoMore))


def test_a_step_that_a_solution_does_not_need_is_no_second_use() -> None:
    used_once(small_context(NeedsTwo))


@pytest.mark.parametrize("env_class", [Silent, AtLeast, AtOnce, Bill])
def test_without_such_a_text_nothing_is_tried(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable, match="no text says"):
        used_once(small_context(env_class))


def test_a_text_about_another_thing_is_none_about_a_field() -> None:
    with pytest.raises(NotApplicable, match="no solution uses several"):
        used_once(small_context(OtherThing))
