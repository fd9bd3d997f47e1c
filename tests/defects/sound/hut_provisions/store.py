"""The store in the valley: articles, orders, and the cheapest order."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import NamedTuple

LEVELS = {1: 4, 2: 6}  # articles on the price list

# name: grams, kcal, protein in grams and usual price in cents of a pack
GOODS = {
    "oats": (1000, 3700, 130, 240),
    "lentils": (1000, 3300, 240, 390),
    "rice": (2000, 7000, 140, 520),
    "hard cheese": (1500, 6000, 420, 2350),
    "peanut butter": (800, 4900, 200, 760),
    "dried sausage": (600, 2700, 150, 1290),
    "pasta": (2500, 8800, 310, 690),
    "chickpeas": (1500, 5400, 290, 640),
    "milk powder": (700, 3400, 180, 880),
}


@dataclass(frozen=True)
class Item:
    """An article of today's price list."""

    name: str
    grams: int
    kcal: int
    protein: int
    cents: int
    stock: int


class Totals(NamedTuple):
    """What an order weighs, feeds and costs."""

    grams: int = 0
    kcal: int = 0
    protein: int = 0
    cents: int = 0


@dataclass(frozen=True)
class Trip:
    """The needs of the hut, and what the mule can carry."""

    guests: int
    days: int
    kcal: int
    protein: int
    load: int
    items: tuple[Item, ...]

    def lacks(self, totals: Totals) -> str:
        """Why an order does not do, or an empty text."""
        if totals.grams > self.load:
            return "the mule cannot carry that"
        if totals.kcal < self.kcal:
            return "the guests go hungry"
        return "there is too little protein" if totals.protein < self.protein else ""


def reckon(order: dict[str, int], items: Sequence[Item]) -> Totals:
    """Add up an order."""
    picked = [(item, order.get(item.name, 0)) for item in items]
    return Totals(
        sum(item.grams * packs for item, packs in picked),
        sum(item.kcal * packs for item, packs in picked),
        sum(item.protein * packs for item, packs in picked),
        sum(item.cents * packs for item, packs in picked),
    )


def cheapest(trip: Trip) -> tuple[int, dict[str, int]] | None:
    """The price of a cheapest order that does, and that order; None if there is none."""
    best: tuple[int, dict[str, int]] | None = None
    for counts in product(*(range(item.stock + 1) for item in trip.items)):
        order = {item.name: packs for item, packs in zip(trip.items, counts, strict=True) if packs}
        totals = reckon(order, trip.items)
        if not trip.lacks(totals) and (best is None or totals.cents < best[0]):
            best = (totals.cents, order)
    return best


def draw_trip(rng: Random, level: int) -> tuple[Trip, int]:
    """A trip whose cheapest order uses up an article, and the price of that order."""
    while True:
        items: list[Item] = []
        for name in sorted(rng.sample(sorted(GOODS), LEVELS[level])):
            grams, kcal, protein, cents = GOODS[name]
            price = cents * rng.randint(80, 120) // 100
            items.append(Item(name, grams, kcal, protein, price, rng.randint(1, 4)))
        all_packs = reckon({item.name: item.stock for item in items}, items)
        share = rng.uniform(0.45, 0.7)
        guests, days = rng.randint(2, 4), rng.randint(1, 3)
        trip = Trip(
            guests,
            days,
            int(all_packs.kcal * share),
            int(all_packs.protein * share),
            int(all_packs.grams * min(1.0, share + 0.1)),
            tuple(items),
        )
        found = cheapest(trip)
        if found and any(found[1].get(item.name) == item.stock for item in items):
            return trip, found[0]
