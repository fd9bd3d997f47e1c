"""What costs something at once must not be free in small parts."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.reward.free_parts import free_parts
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Paint(Env):
    """Pour paint, of which a tenth costs a seventh of a penny; then deliver the can."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        tenths={"type": "integer", "minimum": 0, "maximum": 500}
    )
    limit = 30

    def begin(self) -> None:
        self.wanted = self.rng.randrange(40, 90)
        self.can = self.bill = 0

    def show(self) -> Message:
        return {"wanted": self.wanted, "can": self.can, "bill": self.bill}

    def price(self, tenths: int) -> int:
        return -(-tenths // 7)

    def paid(self, action: Message) -> float:
        self.can, self.bill = self.can + action["tenths"], self.bill + self.price(action["tenths"])
        self.over = action["tenths"] == 0
        return float(self.over and self.can == self.wanted)

    def oracle(self) -> Message:
        return {"tenths": self.wanted - self.can}


class RoundedDown(Paint):
    def price(self, tenths: int) -> int:
        return tenths // 7


class Spills(RoundedDown):
    """More than seven tenths at once are spilled: no price, but a rule with a threshold."""

    def show(self) -> Message:
        return {"wanted": self.wanted, "can": self.can, "spills": self.bill}


class RoundedToTheNearest(Paint):
    """A tenth costs 1.4 pennies, so that single ones are a third cheaper than many at once."""

    def show(self) -> Message:
        return {**super().show(), "said": f"the can holds {self.can} tenths"}

    def price(self, tenths: int) -> int:
        return round(1.4 * tenths)


class Dear(Paint):
    """The price of a tenth grows with the amount."""

    def price(self, tenths: int) -> int:
        return tenths + tenths * tenths // 7


class Guess(Paint):
    limit = 1

    def paid(self, action: Message) -> float:
        return float(action["tenths"] == self.wanted)


def test_a_price_that_is_rounded_down_for_each_part_is_reported() -> None:
    for env_class in (Paint, Spills, Dear):
        free_parts(small_context(env_class))
    with pytest.raises(PropertyViolated, match=r"changes 'bill' by .* by 0"):
        free_parts(small_context(RoundedDown))
    with pytest.raises(PropertyViolated, match=r"changes 'bill' by 17, .* by 12,"):
        free_parts(small_context(RoundedToTheNearest))


def test_an_answer_of_one_step_has_no_parts() -> None:
    with pytest.raises(NotApplicable):
        free_parts(small_context(Guess))
