"""Another action in the last steps, the same on every seed, must not earn what the oracle earns."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.scripted_play import last_steps
from tests.conformance.small_environment import Env, Message, small_context, small_schema

DAYS, LEAD = 8, 2


class Shop(Env):
    """What is ordered arrives two days later, at half of the price at which it is sold then."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        order={"type": "integer", "minimum": 0, "maximum": 50}
    )
    limit = DAYS
    counts_orders: ClassVar[bool] = False

    def begin(self) -> None:
        self.demand = [self.rng.randint(1, 9) for _ in range(DAYS)]
        self.orders: list[int] = []
        self.sold = 0

    def show(self) -> Message:
        return {"day": len(self.orders), "sold": self.sold, "under_way": self.orders[-LEAD:]}

    def paid(self, action: Message) -> float:
        self.orders.append(action["order"])
        day = len(self.orders) - 1
        arrived = self.orders[day - LEAD] if day >= LEAD else 0
        self.sold += min(arrived, self.demand[day])
        if len(self.orders) < DAYS:
            return 0.0
        worth = 2 * self.sold - sum(self.orders[:-LEAD])
        worth += self.counts_orders * sum(self.orders[-LEAD:])
        return float(worth >= sum(self.demand[LEAD:]))

    def oracle(self) -> Message:
        day = len(self.orders) + LEAD
        return {"order": self.demand[day] if day < DAYS else 0}


class CountsWhatIsUnderWay(Shop):
    counts_orders: ClassVar[bool] = True


class Short(CountsWhatIsUnderWay):
    limit = 4


def test_what_never_arrives_is_not_worth_the_goal() -> None:
    with pytest.raises(PropertyViolated, match="a script that reads no observation"):
        last_steps(small_context(CountsWhatIsUnderWay))


def test_a_shop_that_counts_what_was_sold_is_sound() -> None:
    last_steps(small_context(Shop))


def test_short_episodes_have_no_last_steps() -> None:
    with pytest.raises(NotApplicable, match="fewer than six steps"):
        last_steps(small_context(Short))
