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


class Vase(Env):
    """Put flowers into a vase; a step is paid what it adds to the share that is there."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        command={"type": "string"},
        count={"type": "integer", "minimum": 0, "maximum": 9},
        notes={"type": "array", "items": {"type": "string"}},
    )
    lowest = -1.0

    def begin(self) -> None:
        self.wanted, self.have = self.rng.randint(2, 5), 0

    def show(self) -> Message:
        return {"wanted": self.wanted, "have": self.have}

    def paid(self, action: Message) -> float:
        before, change = self.have, action.get("count", 0)
        if action["command"] == "add":
            self.have = min(self.wanted, self.have + change)
        elif action["command"] == "remove":
            self.have = max(0, self.have - change)
        elif action["command"] == "finish":
            self.over = True
        return max(self.lowest, (self.have - before) / self.wanted)

    def oracle(self) -> Message:
        missing = self.wanted - self.have
        return {"command": "add", "count": missing} if missing else {"command": "finish"}


class PaidTwice(Vase):
    lowest = 0.0


def test_commands_that_are_plain_texts_are_reversed_too() -> None:
    pool = [{"command": word, "count": 1, "notes": []} for word in ("add", "remove", "finish")]
    round_trips(small_context(Vase, pool=pool))
    with pytest.raises(PropertyViolated, match="again and again before the last step"):
        round_trips(small_context(PaidTwice, pool=pool))
