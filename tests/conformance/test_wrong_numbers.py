"""Numbers that must be right, and bounds that may be larger than needed."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, ClassVar

import pytest
from pydantic import Field
from typing_extensions import TypedDict

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.wrong_numbers import wrong_numbers
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Query(TypedDict):
    """Which rows are returned, and the most of them."""

    drink: str
    limit: Annotated[int, Field(ge=0, le=100)]


class Rows(Env):
    """A query returns the rows of a drink: fourteen, or as many as the limit allows."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        drink={"type": "string"}, limit={"type": "integer", "minimum": 0, "maximum": 100}
    )

    def begin(self) -> None:
        self.drink = self.rng.choice(["latte", "mocha", "cocoa"])

    def show(self) -> Message:
        return {"question": f"Return all rows of {self.drink}"}

    def paid(self, action: Message) -> float:
        self.over = True
        return float(action["drink"] == self.drink and self.is_enough(action["limit"]))

    def is_enough(self, limit: int) -> bool:
        return limit >= 14

    def oracle(self) -> Message:
        return {"drink": self.drink, "limit": 100}


class Roughly(Rows):
    """The limit is an amount that should be right, and may be ten off."""

    def is_enough(self, limit: int) -> bool:
        return limit >= 90


def check(env_class: type[Env]) -> None:
    context = small_context(env_class)
    context.subject = replace(context.subject, action_type=Query)
    wrong_numbers(context)


def test_a_bound_may_be_larger_than_needed() -> None:
    check(Rows)


def test_a_number_that_is_one_off_is_reported_where_a_third_is_wrong() -> None:
    with pytest.raises(PropertyViolated, match="'limit' that is 1 less than right"):
        check(Roughly)


class Orders(Env):
    """Three orders, one each day; nine in ten of what is wanted are enough."""

    schema: ClassVar[dict[str, Any]] = small_schema(boxes={"type": "integer"})

    def begin(self) -> None:
        self.wanted = [self.rng.randint(10, 40) for _ in range(3)]
        self.missed = 0

    def paid(self, action: Message) -> float:
        self.missed += abs(action["boxes"] - self.wanted[self.count - 1])
        self.over = self.count == 3
        return float(self.over and self.missed <= 10 * sum(self.wanted))

    def oracle(self) -> Message:
        return {"boxes": self.wanted[self.count]}


def test_the_last_of_many_numbers_is_no_answer() -> None:
    with pytest.raises(NotApplicable, match="one of many"):
        wrong_numbers(small_context(Orders))


class Excess(Env):
    """A verdict and an amount, which only the second level judges."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        verdict={"type": "string"}, amount={"type": "integer", "minimum": 0}
    )
    declared: ClassVar[dict[str, Any]] = {"levels": (1, 2)}
    judging: ClassVar[tuple[int, ...]] = (2,)

    def begin(self) -> None:
        self.amount = self.rng.randint(100, 900)

    def show(self) -> Message:
        return {"half": self.amount / 2}

    def paid(self, action: Message) -> float:
        self.over = True
        is_judged = self.options.get("level", 1) in self.judging
        return float(
            action["verdict"] == f"v{self.amount % 3}"
            and (action["amount"] == self.amount or not is_judged)
        )

    def oracle(self) -> Message:
        return {"verdict": f"v{self.amount % 3}", "amount": self.amount}


def test_a_number_that_another_level_judges_may_be_free_at_the_first() -> None:
    wrong_numbers(small_context(Excess))
    never = type("Never", (Excess,), {"judging": ()})
    with pytest.raises(PropertyViolated, match="it is not judged"):
        wrong_numbers(small_context(never))
