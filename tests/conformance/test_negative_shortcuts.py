"""A negative amount in one step must not earn what several steps earn."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.reward.extreme_values import extreme_numbers
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Exchange(Env):
    """Exchange the money twice, and close; a negative amount is refused."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        kind={"enum": ["there", "back", "close"]}, amount={"type": "number", "default": 0.0}
    )
    limit = 6
    refuses = True

    def begin(self) -> None:
        self.home, self.abroad = 100.0, 0.0
        self.rate = 2.0 + self.rng.random()

    def show(self) -> Message:
        return {"home": self.home, "abroad": self.abroad, "rate": self.rate}

    def paid(self, action: Message) -> float:
        amount = action.get("amount", 0.0)
        if action["kind"] == "close":
            self.over = True
            return min(1.0, max(0.0, (self.home - 100.0) / 10.0))
        if self.refuses and not 0.0 < amount < 1e9:
            return 0.0
        if action["kind"] == "there" and amount <= self.home:
            self.home, self.abroad = self.home - amount, self.abroad + amount * self.rate
        elif action["kind"] == "back" and amount <= self.abroad:
            self.home, self.abroad = self.home + amount / (self.rate - 0.3), self.abroad - amount
        return 0.0

    def oracle(self) -> Message:
        if self.count == 0:
            return {"kind": "there", "amount": self.home}
        return {"kind": "back" if self.count == 1 else "close", "amount": self.abroad}


class TakesNegativeAmounts(Exchange):
    refuses = False


def test_a_negative_amount_that_replaces_the_work_is_reported() -> None:
    extreme_numbers(small_context(Exchange))
    with pytest.raises(PropertyViolated, match="one step with a negative 'amount'"):
        extreme_numbers(small_context(TakesNegativeAmounts))
