"""What is bought and given back must not leave more money than before."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.reward.refunds import refunds
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Shop(Env):
    """Buy two phones with a tenth off, sell one for more, and give the other back."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        kind={"enum": ["buy", "return", "sell"]},
        phones={"type": "array", "items": {"type": "integer"}},
    )
    rule = "A phone that is returned brings what was paid for it."

    def begin(self) -> None:
        self.shelf = {
            number: self.rng.randrange(50, 90) for number in self.rng.sample(range(99), 4)
        }
        self.cash, self.day, self.stock = 200, 0, dict[int, float]()

    def show(self) -> Message:
        shelf = [{"id": number, "price": self.price(number)} for number in self.shelf]
        stock = [{"id": number} for number in self.stock]
        return {"cash": self.cash, "shelf": shelf, "stock": stock, "rule": self.rule}

    def price(self, number: int) -> int:
        return self.shelf[number]

    def refund(self, number: int) -> float:
        return self.stock[number]

    def paid(self, action: Message) -> float:
        self.day += 1
        phones = action["phones"]
        if (
            action["kind"] == "buy"
            and phones
            and {*phones} <= self.shelf.keys() - self.stock.keys()
        ):
            for number in phones:
                self.stock[number] = self.price(number) * (0.9 if len(phones) > 1 else 1)
                self.cash -= self.stock[number]
        elif action["kind"] != "buy" and len(phones) == 1 and phones[0] in self.stock:
            sold = action["kind"] == "sell"
            self.cash += 100 if sold else self.refund(phones[0])
            del self.stock[phones[0]]
            self.over = sold
        return float(self.over)

    def oracle(self) -> Message:
        if self.stock:
            return {"kind": "sell", "phones": [next(iter(self.stock))]}
        return {"kind": "buy", "phones": [*self.shelf][:2]}


class ListPrice(Shop):
    """The refund is the price without the discount."""

    def refund(self, number: int) -> float:
        return self.price(number)


class SaysSo(ListPrice):
    rule = "You may return a phone at its list price."


class PricesRise(ListPrice):
    """Prices rise each day, and so does what is given back."""

    def price(self, number: int) -> int:
        return self.shelf[number] * (3 + self.day) // 3


class Pension(Shop):
    """Each day brings some money, whatever is done."""

    def paid(self, action: Message) -> float:
        self.cash += 9
        return super().paid(action)


class LeavesTheGoods(ListPrice):
    """A refund is a price reduction: the phones stay, and their price was more."""

    def paid(self, action: Message) -> float:
        kept = dict(self.stock)
        reward = super().paid(action)
        self.stock = {**kept, **self.stock}
        return reward


class NothingToReturn(Shop):
    schema: ClassVar[dict[str, Any]] = small_schema(
        kind={"enum": ["buy", "sell"]}, phones={"type": "array", "items": {"type": "integer"}}
    )


class NoReturns(Shop):
    """What was bought is not taken back."""

    def refund(self, number: int) -> float:
        return 0.0


def test_a_refund_above_the_price_is_reported() -> None:
    with pytest.raises(
        PropertyViolated, match=r'"buy".*"return".*raise .cash. from 200 to'
    ) as raised:
        refunds(small_context(ListPrice))
    assert raised.value.episode is not None


def test_a_refund_of_what_was_paid_passes() -> None:
    refunds(small_context(Shop))


@pytest.mark.parametrize(
    ("env_class", "reason"),
    [
        (SaysSo, "a text says"),
        (PricesRise, "no step of a solution lowers"),
        (Pension, "no step of a solution lowers"),
        (LeavesTheGoods, "no step of a solution lowers"),
        (NoReturns, "no step of a solution lowers"),
        (NothingToReturn, "no choice of the action"),
    ],
)
def test_where_nothing_can_be_tried(env_class: type[Env], reason: str) -> None:
    with pytest.raises(NotApplicable, match=reason):
        refunds(small_context(env_class))
