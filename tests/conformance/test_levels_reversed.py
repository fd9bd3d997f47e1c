"""Levels that begin with the longest tasks are reported."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.levels_reversed import levels_reversed
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Copy(Env):
    """Numbers are to be written in order: more of them on each level."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        numbers={"type": "array", "items": {"type": "integer"}}
    )
    declared: ClassVar[dict[str, Any]] = {"levels": (1, 2, 3)}
    sizes: ClassVar[dict[Any, int]] = {1: 3, 2: 5, 3: 8, "easy": 3, "medium": 5, "hard": 8}
    hints: ClassVar[dict[Any, int]] = {}

    def begin(self) -> None:
        self.level = self.options.get("level", 1)
        self.numbers = [self.rng.randint(1, 9) for _ in range(self.sizes[self.level])]

    def show(self) -> Message:
        return {"numbers": self.numbers[::-1], "hint": "x" * self.hints.get(self.level, 0)}

    def paid(self, action: Message) -> float:
        self.over = action["numbers"] == sorted(self.numbers)
        return float(self.over)

    def oracle(self) -> Message:
        return {"numbers": sorted(self.numbers)}


class Reversed(Copy):
    sizes: ClassVar[dict[Any, int]] = {1: 8, 2: 5, 3: 3, "easy": 8, "medium": 5, "hard": 3}


class ReversedNames(Reversed):
    declared: ClassVar[dict[str, Any]] = {"levels": ("hard", "medium", "easy")}

    def begin(self) -> None:
        self.options.setdefault("level", "easy")
        super().begin()


class LongerMessage(Reversed):
    hints: ClassVar[dict[Any, int]] = {1: 1, 2: 20, 3: 60}


class EqualTasks(Copy):
    sizes: ClassVar[dict[Any, int]] = {1: 4, 2: 4, 3: 4}
    hints: ClassVar[dict[Any, int]] = {1: 60, 2: 20, 3: 1}


class OtherNames(Reversed):
    sizes: ClassVar[dict[Any, int]] = {"red": 8, "blue": 3}
    declared: ClassVar[dict[str, Any]] = {"levels": ("red", "blue")}

    def begin(self) -> None:
        self.options.setdefault("level", "red")
        super().begin()


@pytest.mark.parametrize("env_class", [Copy, LongerMessage, EqualTasks])
def test_levels_that_grow_or_are_as_long_are_sound(env_class: type[Env]) -> None:
    levels_reversed(small_context(env_class))


def test_a_last_level_that_needs_less_is_reported() -> None:
    with pytest.raises(PropertyViolated, match=r"actions: \d+ with level=1 and \d+ with level=3"):
        levels_reversed(small_context(Reversed))


def test_levels_are_sorted_by_their_names() -> None:
    with pytest.raises(PropertyViolated, match=r"with level='easy' and .* with level='hard'"):
        levels_reversed(small_context(ReversedNames))


def test_names_without_an_order_are_not_compared() -> None:
    with pytest.raises(NotApplicable, match="which is harder"):
        levels_reversed(small_context(OtherNames))
