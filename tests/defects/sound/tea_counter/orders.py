"""Teas, and orders that can be met by several blends of which some cost more than others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

TIN = 10
NOTES = ("body", "flower", "smoke")


@dataclass(frozen=True)
class Tea:
    """A tea: what a measure brings, and its price in cents."""

    name: str
    notes: tuple[int, int, int]
    price: int

    @property
    def tin_price(self) -> int:
        """A sealed tin costs as much as eight loose measures."""
        return 8 * self.price


TEAS = (
    Tea("Assam", (8, 1, 0), 45),
    Tea("Ceylon", (5, 3, 0), 40),
    Tea("Keemun", (6, 3, 2), 70),
    Tea("Yunnan", (7, 2, 1), 65),
    Tea("Nilgiri", (4, 4, 0), 35),
    Tea("Darjeeling", (3, 7, 0), 95),
    Tea("Jasmine", (1, 9, 0), 80),
    Tea("Lapsang", (5, 0, 9), 75),
    Tea("Gunpowder", (4, 1, 5), 50),
    Tea("Oolong", (4, 5, 1), 85),
    Tea("Sencha", (2, 5, 0), 60),
    Tea("Hojicha", (3, 2, 6), 55),
    Tea("Kenya", (9, 1, 0), 30),
    Tea("Russian Caravan", (6, 1, 6), 90),
)
LEVELS = {1: (3, 1), 2: (4, 2), 3: (5, 2)}
"""Teas on the shelf, and notes that the order names, by level."""


@dataclass(frozen=True)
class Order:
    """What a customer wants.

    Attributes:
        shelf: the teas to choose from.
        measures: how many measures the blend has.
        notes: what the blend must bring, by note; notes that are not named are free.
        purse: cents at the beginning; enough for every blend that meets the order.
        par: what the cheapest blend costs.
    """

    shelf: tuple[Tea, ...]
    measures: int
    notes: dict[str, int]
    purse: int
    par: int


def draw_order(rng: Random, level: int) -> Order:
    """An order that at least three blends meet, and no tea alone.

    The dearest of these blends costs a fifth more than the cheapest, or worse.
    """
    teas, named = LEVELS[level]
    while True:
        shelf = tuple(rng.sample(TEAS, teas))
        measures = rng.randint(12, 26)
        amounts = [0] * teas
        for _ in range(measures):
            amounts[rng.randrange(teas)] += 1
        names = sorted(rng.sample(NOTES, named))
        notes = {name: brought(shelf, amounts, name) for name in names}
        blends = list(matching(shelf, measures, notes))
        costs = [cost(shelf, blend) for blend in blends]
        pure = any(max(blend) == measures for blend in blends)
        if not pure and len(blends) >= 3 and 5 * max(costs) >= 6 * min(costs):
            loose = max(sum(n * tea.price for tea, n in zip(shelf, b, strict=True)) for b in blends)
            return Order(shelf, measures, notes, 50 * (loose // 50 + 1), min(costs))


def brought(shelf: Sequence[Tea], amounts: Sequence[int], note: str) -> int:
    """What a blend brings of a note."""
    place = NOTES.index(note)
    return sum(n * tea.notes[place] for tea, n in zip(shelf, amounts, strict=True))


def cost(shelf: Sequence[Tea], amounts: Sequence[int]) -> int:
    """What a blend costs at least: full tens as tins, the rest loose."""
    return sum(
        (n // TIN) * tea.tin_price + (n % TIN) * tea.price
        for tea, n in zip(shelf, amounts, strict=True)
    )


def matching(shelf: Sequence[Tea], measures: int, notes: dict[str, int]) -> Iterator[list[int]]:
    """Every blend that meets an order, as measures of each tea of the shelf."""
    for amounts in _amounts(len(shelf), measures):
        if all(brought(shelf, amounts, name) == wanted for name, wanted in notes.items()):
            yield amounts


def _amounts(teas: int, measures: int) -> Iterator[list[int]]:
    if teas == 1:
        yield [measures]
        return
    for first in range(measures + 1):
        for others in _amounts(teas - 1, measures - first):
            yield [first, *others]
