"""Goods that are bought and brought back."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.reward.round_trips import round_trips
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Stall(Env):
    """Buy three units and finish; what is brought back is refunded at the list price."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        kind={"enum": ["buy", "return", "finish"]}, units={"type": "integer", "minimum": 0}
    )
    refund = 10

    def begin(self) -> None:
        self.wanted, self.have = self.rng.randint(2, 5), 0
        self.cash = 100 + 8 * self.wanted

    def show(self) -> Message:
        return {"wanted": self.wanted, "have": self.have, "cash": self.cash}

    def paid(self, action: Message) -> float:
        units = action.get("units", 0)
        if action["kind"] == "buy":
            self.have, self.cash = self.have + units, self.cash - 8 * units
        elif action["kind"] == "return" and units <= self.have:
            self.have, self.cash = self.have - units, self.cash + self.refund * units
        elif action["kind"] == "finish":
            self.over = True
            return self.cash / 100 if self.have == self.wanted else 0.0
        return 0.0

    def oracle(self) -> Message:
        missing = self.wanted - self.have
        return {"kind": "buy", "units": missing} if missing else {"kind": "finish"}


class FairStall(Stall):
    refund = 8


def test_goods_that_are_bought_and_brought_back_must_not_earn() -> None:
    round_trips(small_context(FairStall))
    with pytest.raises(PropertyViolated, match="again and again before the last step"):
        round_trips(small_context(Stall))
