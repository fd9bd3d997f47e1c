"""The creek, the trading post, and the target of a season."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

START_CASH = 6000
SLUICE_PRICE = 2000
BULK_FROM, BULK_PERCENT = 3, 80
REFUND_PERCENT = 90
TENDED = 3
DAYS = {1: 12, 2: 16, 3: 20}
PRICES = {"steady": (32, 36), "wild": (24, 44)}


@dataclass(frozen=True)
class Season:
    """What the creek yields and what the post pays, day by day."""

    by_hand: list[int]
    by_sluice: list[int]
    gold_price: list[int]

    @property
    def days(self) -> int:
        """How long the season is."""
        return len(self.gold_price)

    @property
    def target(self) -> int:
        """The profit of a panner who buys three sluices first and sells on the last day."""
        panner = Panner()
        panner.buy(TENDED)
        for day in range(1, self.days - 1):
            panner.pan(self, day)
        panner.sell(panner.grains, self.gold_price[-1])
        return panner.cash - START_CASH


@dataclass
class Panner:
    """Money, gold, and what was paid for each sluice, the newest last."""

    cash: int = START_CASH
    grains: int = 0
    paid: list[int] = field(default_factory=list)

    def pan(self, season: Season, day: int) -> str:
        """A day at the creek."""
        found = season.by_hand[day] + season.by_sluice[day] * min(TENDED, len(self.paid))
        self.grains += found
        return f"found {found} grains"

    def sell(self, amount: int, price: int) -> str:
        """Sell gold."""
        if not 0 < amount <= self.grains:
            return "you do not have so much gold"
        self.grains -= amount
        self.cash += amount * price
        return f"sold {amount} grains"

    def buy(self, amount: int) -> str:
        """Buy sluices, with the discount for several."""
        each = SLUICE_PRICE * (BULK_PERCENT if amount >= BULK_FROM else 100) // 100
        if not 0 < amount * each <= self.cash:
            return "you cannot pay for that"
        self.cash -= amount * each
        self.paid += [each] * amount
        return f"bought {amount} for {amount * each}"

    def give_back(self, amount: int) -> str:
        """Return the newest sluices."""
        if not 0 < amount <= len(self.paid):
            return "you do not have so many sluices"
        refund = 0
        for _ in range(amount):
            price = self.paid.pop()
            refund += price * REFUND_PERCENT // 100
        self.cash += refund
        return f"returned {amount} for {refund}"


def draw(rng: Random, level: int, prices: str) -> Season:
    """The yields and prices of a season."""
    days = range(DAYS[level])
    return Season(
        by_hand=[rng.randrange(4, 9) for _ in days],
        by_sluice=[rng.randrange(7, 13) for _ in days],
        gold_price=[rng.randint(*PRICES[prices]) for _ in days],
    )
