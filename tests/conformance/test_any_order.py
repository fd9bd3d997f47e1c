"""Lists that are right in every order: a wrong one is wrong in every order."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.any_order import any_order
from tests.conformance.small_environment import Env, Message, small_context, small_schema

Slot = dict[str, Any]
SLOT = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "start": {"type": "integer"}},
    "required": ["name", "start"],
}


class Bakery(Env):
    """Jobs of two hours for one oven, each with the hour by which it must be done."""

    schema: ClassVar[dict[str, Any]] = small_schema(slots={"type": "array", "items": SLOT})

    def begin(self) -> None:
        names = self.rng.sample(["rye", "rolls", "scones", "bagels", "stollen", "pretzels"], 6)
        self.due = {name: 2 * number + 3 for number, name in enumerate(names)}

    def show(self) -> Message:
        return {"due": self.due}

    def paid(self, action: Message) -> float:
        self.over = True
        slots: list[Slot] = action["slots"]
        if sorted(slot["name"] for slot in slots) != sorted(self.due):
            return 0.0
        late = any(slot["start"] + 2 > self.due[slot["name"]] for slot in slots)
        return float(
            not late and not any(abs(a["start"] - b["start"]) < 2 for a, b in self.pairs(slots))
        )

    def pairs(self, slots: list[Slot]) -> Iterable[tuple[Slot, Slot]]:
        return itertools.combinations(slots, 2)

    def oracle(self) -> Message:
        slots = [{"name": name, "start": 2 * number} for number, name in enumerate(self.due)]
        return {"slots": slots}


class Neighbours(Bakery):
    def pairs(self, slots: list[Slot]) -> Iterable[tuple[Slot, Slot]]:
        return itertools.pairwise(slots)


class InOrder(Bakery):
    def paid(self, action: Message) -> float:
        starts = [slot["start"] for slot in action["slots"]]
        return super().paid(action) * (starts == sorted(starts))


def test_a_list_whose_items_are_all_compared_is_sound() -> None:
    any_order(small_context(Bakery))


def test_a_list_of_which_only_neighbours_are_compared_is_reported() -> None:
    with pytest.raises(
        PropertyViolated, match="the same items in the order of the solution are refused"
    ):
        any_order(small_context(Neighbours))


def test_a_list_that_must_stand_in_one_order_is_left_out() -> None:
    with pytest.raises(NotApplicable, match="right in every order"):
        any_order(small_context(InOrder))
