"""The same item twice does not count as two items."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.repeated_items import repeated_items
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Audit(Env):
    """Name the doubled invoices of a list; level 2 has more of them."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        names={"type": "array", "items": {"type": "string"}}
    )

    def begin(self) -> None:
        count = 3 if self.options.get("level") == 2 else self.least
        self.doubled = [f"n{number}" for number in self.rng.sample(range(100), count)]

    least = 2

    def show(self) -> Message:
        return {"doubled": len(self.doubled)}

    def paid(self, action: Message) -> float:
        self.over = True
        return float(self.right(action["names"]))

    def right(self, names: list[str]) -> bool:
        return sorted(names) == sorted(self.doubled)

    def oracle(self) -> Message:
        return {"names": self.doubled}


class Counted(Audit):
    def right(self, names: list[str]) -> bool:
        return sum(name in self.doubled for name in names) == len(names) == len(self.doubled)


class CountedAtLevelTwo(Counted):
    """The plain episodes have one item each."""

    least = 1
    declared: ClassVar[dict[str, Any]] = {"levels": (1, 2)}


class Enough(Audit):
    """One of the items is enough."""

    def right(self, names: list[str]) -> bool:
        return bool(set(names) & set(self.doubled))


class Single(Audit):
    least = 1


def test_sets_are_sound() -> None:
    repeated_items(small_context(Audit))


@pytest.mark.parametrize("env_class", [Counted, CountedAtLevelTwo])
def test_an_item_that_counts_as_often_as_it_is_named_is_reported(env_class: type[Env]) -> None:
    text = r"one item of 'names' in the place of all others is paid .* on \d+ of \d+ tasks"
    with pytest.raises(PropertyViolated, match=text) as caught:
        repeated_items(small_context(env_class))
    assert caught.value.episode is not None
    assert len(set(caught.value.episode.actions[-1]["names"])) == 1


@pytest.mark.parametrize("env_class", [Enough, Single])
def test_lists_whose_items_are_not_all_needed_say_nothing(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable):
        repeated_items(small_context(env_class))
