"""A value that is shown one step late is reported."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.step.shown_late import shown_late
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Heaps(Env):
    """Put cards on heaps; the message shows what each heap needs."""

    schema: ClassVar[dict[str, Any]] = small_schema(heap={"type": "string"})

    def begin(self) -> None:
        self.needs = {name: self.rng.randint(1, 5) for name in "abc"}
        self.shown = dict(self.needs)

    def show(self) -> Message:
        return {"needs": dict(self.shown), "said": "" if self.count else "Begin."}

    def paid(self, action: Message) -> float:
        before = dict(self.needs)
        if action["heap"] in self.needs:
            self.needs[action["heap"]] += 1
        self.shown = self.seen(before)
        return 0.0

    def seen(self, before: dict[str, int]) -> dict[str, int]:
        return dict(self.needs)

    def oracle(self) -> Message:
        return {"heap": "abc"[self.count % 3]}


class Late(Heaps):
    def seen(self, before: dict[str, int]) -> dict[str, int]:
        return before


class Ending(Late):
    """A heap that does not exist ends the episode."""

    def paid(self, action: Message) -> float:
        self.over = action["heap"] not in self.needs
        return super().paid(action)


class Delivery(Heaps):
    """What was ordered comes with the next step, whatever it is; a step passes the time."""

    def begin(self) -> None:
        super().begin()
        self.day = 0

    def show(self) -> Message:
        return {**super().show(), "stock": [self.day]}

    def paid(self, action: Message) -> float:
        self.day += 1
        return super().paid(action)

    def seen(self, before: dict[str, int]) -> dict[str, int]:
        return before


class NextCard(Late):
    """Any action takes the next card of the stack, whose name is shown."""

    def show(self) -> Message:
        return {**super().show(), "card": "abcdefghijklmnopqrstuvwxyz"[self.count]}


def _check(env_class: type[Env], description: str = "What each heap needs next") -> None:
    context = small_context(env_class)
    field = {"type": "object", "description": description}
    context.survey.observation_schema = {"properties": {"needs": field}}
    shown_late(context)


def test_what_is_shown_in_time_is_sound() -> None:
    _check(Heaps)


@pytest.mark.parametrize("description", ["What each heap needs next", "The needs as they are now"])
def test_what_is_shown_a_step_late_is_reported(description: str) -> None:
    with pytest.raises(PropertyViolated, match="'needs' does not change with the step that"):
        _check(Late, description)


@pytest.mark.parametrize("env_class", [Ending, Delivery, NextCard])
def test_without_an_action_that_changes_nothing_nothing_is_known(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable, match="means nothing"):
        _check(env_class)


@pytest.mark.parametrize("description", ["", "What the heaps needed before the last step"])
def test_a_value_that_is_not_of_now_may_come_later(description: str) -> None:
    with pytest.raises(NotApplicable, match="the one of now"):
        _check(Late, description)
