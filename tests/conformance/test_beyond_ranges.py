"""A number beyond the range that the texts name is reported where it is carried out."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, ClassVar

import pytest
from pydantic import Field
from typing_extensions import TypedDict

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.beyond_ranges import beyond_ranges
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Store(Env):
    """Order boxes each day; the shelf holds what was ordered."""

    schema: ClassVar[dict[str, Any]] = small_schema(boxes={"type": "integer"})
    text = "You may order 0 to 60 boxes a day."
    low, high = 0, 60

    def begin(self) -> None:
        self.stock, self.problem = self.rng.randint(0, 9), ""

    def show(self) -> Message:
        return {"stock": self.stock, "problem": self.problem, "task": self.text}

    def paid(self, action: Message) -> float:
        self.take(action["boxes"])
        return 0.0

    def take(self, boxes: int) -> None:
        self.problem = "" if self.low <= boxes <= self.high else "Not possible: 0 to 60 boxes."
        self.stock += 0 if self.problem else boxes

    def oracle(self) -> Message:
        return {"boxes": 5}


class Clamped(Store):
    def take(self, boxes: int) -> None:
        self.stock += min(self.high, max(self.low, boxes))


class BelowZero(Store):
    low = -1000


class Unlimited(Store):
    high = 1000


class Described(BelowZero):
    schema: ClassVar[dict[str, Any]] = small_schema(
        boxes={"type": "integer", "description": "How many, 0 to 60"}
    )
    text = "Order."


class Order(TypedDict):
    """What the action model admits."""

    boxes: Annotated[int, Field(ge=0, le=60)]


@pytest.mark.parametrize("env_class", [Store, Clamped])
def test_numbers_that_are_refused_or_clamped_are_sound(env_class: type[Env]) -> None:
    beyond_ranges(small_context(env_class))


def test_numbers_that_the_model_refuses_are_sound() -> None:
    context = small_context(Unlimited)
    context.subject = replace(context.subject, action_type=Order)
    beyond_ranges(context)


@pytest.mark.parametrize(
    ("env_class", "number"), [(BelowZero, -15), (Unlimited, 75), (Described, -15)]
)
def test_a_number_that_is_carried_out_is_reported(env_class: type[Env], number: int) -> None:
    with pytest.raises(PropertyViolated, match=f"boxes = {number} is carried out: stock is"):
        beyond_ranges(small_context(env_class))


class Fans(Store):
    """A list of speeds, whose range is described."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        speeds={
            "type": "array",
            "items": {"type": "number", "minimum": -500, "maximum": 500},
            "minItems": 2,
            "maxItems": 2,
            "description": "Two speeds, 0 to 60",
        }
    )
    text = "Set the fans."

    def paid(self, action: Message) -> float:
        self.stock += sum(map(self.speed, action["speeds"]))
        return 0.0

    def speed(self, number: float) -> float:
        return min(60, max(0, number))

    def oracle(self) -> Message:
        return {"speeds": [5.0, 6.0]}


class Charging(Fans):
    def speed(self, number: float) -> float:
        return number


def test_the_range_of_a_list_is_that_of_its_items() -> None:
    beyond_ranges(small_context(Fans))
    with pytest.raises(PropertyViolated, match=r"speeds = \[-15.0, .*\] is carried out: stock is"):
        beyond_ranges(small_context(Charging))


@pytest.mark.parametrize("text", ["Order boxes.", "Usually 0 to 60 boxes.", "0 to 60 crates."])
def test_without_a_stated_range_nothing_is_beyond_it(text: str) -> None:
    with pytest.raises(NotApplicable, match="no text names the range"):
        beyond_ranges(small_context(type("Silent", (BelowZero,), {"text": text})))


class Credit(Env):
    """Buy, and sell what there is; a negative sale is a purchase on credit."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        sell={"type": "integer"}, buy={"type": "integer"}
    )
    text = "Both are 0 or more."
    least = -99

    def begin(self) -> None:
        self.coins, self.sacks, self.price = 60, 0, self.rng.randint(3, 9)

    def show(self) -> Message:
        return {"coins": self.coins, "sacks": self.sacks, "task": self.text}

    def paid(self, action: Message) -> float:
        sell, buy = action["sell"], action["buy"]
        if self.least <= sell <= self.sacks and buy >= 0:
            self.coins += (sell - buy) * self.price
            self.sacks += buy - sell
        return 0.0

    def oracle(self) -> Message:
        return {"sell": 1, "buy": 0} if self.sacks > 1 else {"sell": 0, "buy": 3}


class NoCredit(Credit):
    least = 0


class LeastOfAField(Credit):
    text = "`sell` must be at least 0."


class AnotherNumber(Credit):
    text = "`sell` is 5 on the first day, and there are 3 or more days."


class LeastOfNothing(Credit):
    text = "There are 0 or more sacks."


POOL = [{"sell": 0, "buy": 0}]


@pytest.mark.parametrize("env_class", [Credit, LeastOfAField])
def test_less_than_the_least_value_is_tried_after_a_step_too(env_class: type[Env]) -> None:
    with pytest.raises(PropertyViolated, match=r"sell = -1 is carried out.*name 0 or more"):
        beyond_ranges(small_context(env_class, POOL))


def test_a_least_value_that_is_kept_or_of_no_field_is_sound() -> None:
    beyond_ranges(small_context(NoCredit, POOL))
    for env_class in (LeastOfNothing, AnotherNumber):
        with pytest.raises(NotApplicable):
            beyond_ranges(small_context(env_class, POOL))


class Verb(Store):
    """The field is named like what one does."""

    schema: ClassVar[dict[str, Any]] = small_schema(order={"type": "integer"})
    text = "You order 0 to 60 boxes a day."
    low = -1000

    def paid(self, action: Message) -> float:
        self.take(action["order"])
        return 0.0

    def oracle(self) -> Message:
        return {"order": 5}


class LooseVerb(Verb):
    text = "Most shops order 0 to 60 boxes, often fewer."


def test_a_range_behind_a_verb_is_read_where_it_is_firm() -> None:
    with pytest.raises(PropertyViolated, match="name 0 to 60"):
        beyond_ranges(small_context(Verb))
    with pytest.raises(NotApplicable):
        beyond_ranges(small_context(LooseVerb))
