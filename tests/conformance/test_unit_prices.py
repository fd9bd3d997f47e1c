"""An amount costs what it is worth, in whichever unit it is named."""

from __future__ import annotations

import math
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.unit_prices import unit_prices
from tests.conformance.small_environment import Env, Message, small_context, small_schema

GRAMS = {"g": 1.0, "kg": 1000.0, "oz": 28.35}


class Grocer(Env):
    """Weigh out what is wanted; the price is that of its grams."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        amount={"type": "number", "minimum": 0},
        unit={"enum": list(GRAMS), "default": "g"},
    )
    by_number = False
    fee = 0

    def begin(self) -> None:
        self.wanted, self.weight, self.paid_cents = self.rng.randint(100, 900), 0.0, 0

    def show(self) -> Message:
        return {"wanted": self.wanted, "weight": self.weight, "cents": self.paid_cents}

    def paid(self, action: Message) -> float:
        grams = action["amount"] * GRAMS[action.get("unit", "g")]
        if not action["amount"]:
            self.over = True
            return 1.0 if self.weight == self.wanted else 0.0
        self.weight += grams
        self.paid_cents += round(3 * (action["amount"] if self.by_number else grams)) + self.fee
        return 0.0

    def oracle(self) -> Message:
        return {"amount": float(self.wanted - self.weight)}


class ByNumber(Grocer):
    by_number = True


class Weighings(Grocer):
    """Each weighing costs the same, whatever is weighed."""

    fee = 50

    def paid(self, action: Message) -> float:
        paid = super().paid(action)
        self.paid_cents = self.count * self.fee
        return paid


class NoUnits(Grocer):
    schema: ClassVar[dict[str, Any]] = small_schema(amount={"type": "number", "minimum": 0})


def test_a_price_of_the_number_that_was_sent_is_reported() -> None:
    unit_prices(small_context(Grocer))
    with pytest.raises(PropertyViolated, match="changes weight by another amount, and cents by"):
        unit_prices(small_context(ByNumber))


def test_a_cost_that_does_not_follow_the_number_is_no_price() -> None:
    with pytest.raises(NotApplicable, match="changes two numbers"):
        unit_prices(small_context(Weighings))


def test_nothing_is_claimed_without_units() -> None:
    with pytest.raises(NotApplicable, match="names no unit"):
        unit_prices(small_context(NoUnits))


class OddNumbers(ByNumber):
    """A step changes what is shown to numbers that have no ratio."""

    def show(self) -> Message:
        shown = super().show()
        if self.count:
            odd = self.rng.choice([math.inf, math.nan, 10**400, -(10**400)])
            shown |= {"weight": odd, "cents": odd}
        return shown

    def oracle(self) -> Message:
        return {"amount": float(self.wanted) if self.count == 0 else 0.0}


def test_numbers_without_a_ratio_say_nothing() -> None:
    with pytest.raises(NotApplicable, match="changes two numbers"):
        unit_prices(small_context(OddNumbers))


class WholeNumbers(ByNumber):
    """Amounts are whole numbers, which have no exact half."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        amount={"type": "integer", "minimum": 0}, unit={"enum": list(GRAMS), "default": "g"}
    )

    def oracle(self) -> Message:
        return {"amount": int(self.wanted - self.weight)}


def test_whole_numbers_are_compared_with_about_half() -> None:
    with pytest.raises(PropertyViolated, match="changes weight by another amount, and cents by"):
        unit_prices(small_context(WholeNumbers))
