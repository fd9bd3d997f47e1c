"""Lots and sealed second-price bids."""

from __future__ import annotations

import random
from dataclasses import dataclass

THINGS = ["clock", "vase", "stamp", "globe", "violin", "map", "mirror", "lamp"]
LOTS = 5


@dataclass(frozen=True)
class Lot:
    """A thing, and what the three others bid for it."""

    thing: str
    catalogue: int
    condition: int
    repair: int
    reserve: int
    others: tuple[int, ...]

    @property
    def worth(self) -> int:
        """What you can sell it for, less the repair."""
        return self.catalogue * self.condition // 100 - self.repair

    def hammer(self, bid: int) -> int | None:
        """What you pay if you get the lot, None if you do not."""
        valid = [other for other in self.others if other >= self.reserve]
        if bid < self.reserve or bid <= max(valid, default=0):
            return None
        return max([self.reserve, *valid])


def others(worth: int, rng: random.Random = random) -> tuple[int, ...]:  # type: ignore[assignment]
    """The bids of three dealers, who judge the worth differently."""
    return tuple(max(1, round(worth * rng.uniform(0.4, 1.25))) for _ in range(3))


def call(rng: random.Random) -> Lot:
    """A lot."""
    catalogue, condition = rng.randrange(100, 1000, 5), rng.randrange(40, 100, 5)
    full = catalogue * condition // 100
    repair = rng.randint(0, full // 3)
    worth = full - repair
    reserve = round(worth * rng.uniform(0.3, 1.1))
    return Lot(rng.choice(THINGS), catalogue, condition, repair, reserve, others(worth, rng))


def profit(lots: list[Lot], bids: list[int]) -> int:
    """The profit of a series of bids."""
    total = 0
    for lot, bid in zip(lots, bids, strict=True):
        paid = lot.hammer(bid)
        total += 0 if paid is None else lot.worth - paid
    return total


def best(lots: list[Lot]) -> int:
    """The most that can be earned: every lot that costs less than it is worth."""
    costs = [lot.hammer(10**6) for lot in lots]
    return sum(max(0, lot.worth - cost) for lot, cost in zip(lots, costs, strict=True) if cost)


def sale(rng: random.Random) -> list[Lot]:
    """A sale at which neither high nor low bids do."""
    while True:
        lots = [call(rng) for _ in range(LOTS)]
        top = best(lots)
        plain = (
            [10**6] * LOTS,
            [lot.reserve for lot in lots],
            [lot.catalogue for lot in lots],
            [lot.catalogue * lot.condition // 100 for lot in lots],
        )
        if top >= 50 and all(2 * profit(lots, bids) < top for bids in plain):
            return lots
