"""A negative amount must not raise what other amounts only lower."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.negative_amounts import (
    negative_amounts,
    negative_counts,
)
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Market(Env):
    """Apples are to be bought for a price that is shown; `least` is the smallest number sold."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        number={"type": "integer"}, bag={"type": "string"}
    )
    limit = 4
    least = -(10**9)

    def begin(self) -> None:
        self.need, self.price = self.rng.randrange(2, 9), self.rng.randrange(1, 5)
        self.money, self.held = self.need * self.price + 3, 0

    def show(self) -> Message:
        return {"need": self.need, "held": self.held, "money": self.money, "price": self.price}

    def paid(self, action: Message) -> float:
        number = action["number"]
        if number < self.least or number * self.price > self.money:
            return 0.0
        self.held += number
        self.money -= number * self.price
        self.over = self.held == self.need
        return float(self.over)

    def oracle(self) -> Message:
        return {"number": min(2, self.need - self.held)}


class FairMarket(Market):
    least = 0


class Described(Market):
    """The number is described as a count."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        number={"type": "integer", "description": "How many apples to buy"}
    )


class DescribedByUnit(Described):
    """The number is described by its unit."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        number={"type": "integer", "description": "For a walk: squares"}
    )


class DescribedFairly(Described):
    least = 0


class Billed(Described):
    """What is bought is added to the costs, which are shown instead of the money."""

    def show(self) -> Message:
        spent = self.need * self.price + 3 - self.money
        return {"need": self.need, "held": self.held, "cost": spent}


class BilledFairly(Billed):
    least = 0


class Counted(Billed):
    """What rises is no cost."""

    def show(self) -> Message:
        message = super().show()
        return {"need": self.need, "apples": message["cost"]}


class Returns(Described):
    schema: ClassVar[dict[str, Any]] = small_schema(
        number={"type": "integer", "description": "How many to buy; negative numbers are sold"}
    )


class Exchange(Market):
    """Whoever needs less sells: negative numbers are meant."""

    def oracle(self) -> Message:
        return {"number": -1 if self.held == 0 else self.need - self.held}


class Unshown(Market):
    def show(self) -> Message:
        return {"need": self.need}


class Words(Market):
    def paid(self, action: Message) -> float:
        return super().paid({"number": len(action["bag"])})

    def oracle(self) -> Message:
        return {"bag": "oo"}


def test_buying_less_than_nothing_is_reported() -> None:
    negative_amounts(small_context(FairMarket))
    with pytest.raises(PropertyViolated, match=r"number=-2 the observation's money rises from"):
        negative_amounts(small_context(Market))


@pytest.mark.parametrize(
    ("env_class", "reason"),
    [
        (Exchange, "solutions hold negative numbers"),
        (Words, "no action of a solution holds an amount"),
        (Unshown, "no number of the observation"),
    ],
)
def test_where_there_is_no_such_amount(env_class: type[Market], reason: str) -> None:
    with pytest.raises(NotApplicable, match=reason):
        negative_amounts(small_context(env_class))


def test_a_negative_count_is_reported() -> None:
    negative_counts(small_context(DescribedFairly))
    with pytest.raises(PropertyViolated, match=r"number=-2 the observation's money rises from"):
        negative_counts(small_context(Described))
    with pytest.raises(PropertyViolated, match=r"number=-2 the observation's money rises from"):
        negative_counts(small_context(DescribedByUnit))


@pytest.mark.parametrize(
    ("env_class", "reason"),
    [(Market, "no field of the action is described"), (Returns, "speak of negative amounts")],
)
def test_a_negative_amount_may_have_a_meaning(env_class: type[Env], reason: str) -> None:
    with pytest.raises(NotApplicable, match=reason):
        negative_counts(small_context(env_class))


def test_a_cost_that_falls_is_reported_but_no_other_number() -> None:
    negative_counts(small_context(BilledFairly))
    with pytest.raises(PropertyViolated, match=r"number=-2 the observation's cost falls from"):
        negative_counts(small_context(Billed))
    with pytest.raises(NotApplicable, match="no number of the observation"):
        negative_counts(small_context(Counted))


class Tools(Market):
    """The number is an argument of a tool; `told` is what the documents say beside."""

    schema: ClassVar[dict[str, Any]] = {
        "type": "object",
        "properties": {"arguments": {"type": "object", "examples": [{"quantity": 2}]}},
        "required": ["arguments"],
    }
    told = "`cancel` undoes what was booked and gives back what was paid."

    def show(self) -> Message:
        return {**super().show(), "rules": self.told}

    def paid(self, action: Message) -> float:
        return super().paid({"number": (action["arguments"] or {}).get("quantity", 0)})

    def oracle(self) -> Message:
        return {"arguments": {"quantity": super().oracle()["number"]}}


class ToldTools(Tools):
    told = "A quantity below nothing sells and gives back what was paid."


def test_the_name_of_an_argument_tells_that_it_is_a_count() -> None:
    pool = [{"arguments": {"quantity": 1}}]
    with pytest.raises(PropertyViolated, match=r"negative amount arguments\.quantity"):
        negative_counts(small_context(Tools, pool))
    with pytest.raises(NotApplicable, match="speak of negative"):
        negative_counts(small_context(ToldTools, pool))
