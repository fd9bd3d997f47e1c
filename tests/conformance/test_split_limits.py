"""A limit must hold for several entries together."""

from __future__ import annotations

import re
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.split_limits import split_limits
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Loads(Env):
    """Orders of a day: what does not fit on the cart is left behind."""

    schema: ClassVar[dict[str, Any]] = small_schema(orders={"type": "array", "items": {}})
    limit = 1
    rule = "The cart carries `room` loads in all."

    def begin(self) -> None:
        self.room, self.cart = self.rng.randrange(3, 9), 0

    def show(self) -> Message:
        return {"room": self.room, "cart": self.cart, "rule": self.rule}

    def fits(self, loads: int, before: int) -> bool:
        return self.cart + loads <= self.room

    def orders(self, action: Message) -> list[int]:
        return [int(order["loads"]) for order in action["orders"]]

    def paid(self, action: Message) -> float:
        before = self.cart
        for loads in self.orders(action):
            if self.fits(loads, before):
                self.cart += loads
        return min(1.0, self.cart / self.room)

    def oracle(self) -> Message:
        return {"orders": [{"good": "salt", "loads": self.room}]}


class EachAlone(Loads):
    """Each order is compared with the room that there was before the first."""

    def fits(self, loads: int, before: int) -> bool:
        return before + loads <= self.room


class SaidToBeEachAlone(EachAlone):
    rule = "Each order may have at most `room` loads."


class Lines(Loads):
    schema: ClassVar[dict[str, Any]] = small_schema(plan={"type": "string"})

    def orders(self, action: Message) -> list[int]:
        return [int(number) for number in re.findall(r"\b\d+\b", str(action["plan"]))]

    def oracle(self) -> Message:
        return {"plan": f"salt {self.room - 1} loads\ndates 1 load"}


class LinesEachAlone(Lines, EachAlone): ...


class AsMuchAsFits(Loads):
    """Of a large order as much is carried as there is room for."""

    def paid(self, action: Message) -> float:
        self.cart = min(self.room, sum(self.orders(action)))
        return self.cart / self.room


class Entries(Lines):
    """A list of numbered entries; one that is named again costs a share, like a wrong one."""

    def begin(self) -> None:
        super().begin()
        self.known = [self.room + 40, self.room + 60]

    def paid(self, action: Message) -> float:
        named = self.orders(action)
        self.cart = len(set(named) & set(self.known))
        return max(0.0, (self.cart - 0.2 * (len(named) - self.cart)) / 2)

    def oracle(self) -> Message:
        return {"plan": "\n".join(f"entry {number}" for number in self.known)}


def test_limits_that_each_entry_has_for_itself_are_reported() -> None:
    split_limits(small_context(Loads))
    split_limits(small_context(Lines))
    split_limits(small_context(Entries))
    for env_class in (EachAlone, LinesEachAlone):
        with pytest.raises(PropertyViolated, match="two entries that are larger together"):
            split_limits(small_context(env_class))


@pytest.mark.parametrize(
    ("env_class", "reason"),
    [
        (SaidToBeEachAlone, "a text gives a limit for each entry"),
        (AsMuchAsFits, "no entry of a solution has an amount that is refused"),
    ],
)
def test_where_it_does_not_apply(env_class: type[Env], reason: str) -> None:
    with pytest.raises(NotApplicable, match=reason):
        split_limits(small_context(env_class))


class Thresholds(Loads):
    """A list of rules, of which the first that matches answers a call: numbers are divisors."""

    def paid(self, action: Message) -> float:
        calls = [self.room * 12, self.room * 12 + 1]
        hits = [next((d for d in self.orders(action) if call % d == 0), 0) for call in calls]
        self.cart = sum(map(bool, hits))
        return (0.5 if hits[0] == self.room else 0.0) + (0.5 if hits[1] else 0.0)


def test_numbers_that_do_not_add_up_are_no_amounts() -> None:
    split_limits(small_context(Thresholds))
