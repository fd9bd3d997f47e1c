"""What is left of something must not be less than nothing."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.contract.remaining_amounts import remaining_amounts
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Auction(Env):
    """Bid for lots as long as there is money."""

    schema: ClassVar[dict[str, Any]] = small_schema(bid={"type": "integer"})
    debt = 0

    def begin(self) -> None:
        self.money = self.rng.randint(300, 900)

    def show(self) -> Message:
        return dict.fromkeys(("money", "money_left", "lives", "fuel"), self.money)

    def paid(self, action: Message) -> float:
        if 0 <= action["bid"] <= self.money + self.debt:
            self.money -= action["bid"]
        return 0.0

    def oracle(self) -> Message:
        return {"bid": 1}


class Owing(Auction):
    """Bids of twice the money are carried out."""

    debt = 900


class LastBid(Owing):
    """The bid that cannot be paid ends the episode."""

    def paid(self, action: Message) -> float:
        super().paid(action)
        self.over = self.money < 0
        return 0.0


def _check(env_class: type[Env], name: str, description: str = "") -> None:
    context = small_context(env_class)
    field = {"type": "integer", "description": description}
    context.survey.observation_schema = {"properties": {name: field}}
    remaining_amounts(context)


@pytest.mark.parametrize("env_class", [Auction, LastBid])
def test_money_that_does_not_fall_below_zero_is_sound(env_class: type[Env]) -> None:
    _check(env_class, "money_left")


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("money_left", ""),
        ("money", "What is left of your money"),
        ("money", "How much remains"),
        ("money", "Money left"),
        ("lives", "Of the base"),
        ("fuel", ""),
    ],
)
def test_less_than_nothing_is_reported(name: str, description: str) -> None:
    with pytest.raises(PropertyViolated, match=f"{name}, which says how much is left, is -"):
        _check(Owing, name, description)


@pytest.mark.parametrize(
    "description", ["Your money", "What is left; negative if you owe", "Seats from the left side"]
)
def test_other_numbers_may_be_below_zero(description: str) -> None:
    with pytest.raises(NotApplicable, match="how much is left"):
        _check(Owing, "money", description)
