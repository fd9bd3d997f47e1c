"""Metals, orders, and the cheapest blend for an order."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product
from random import Random

GRAMS = {"g": 1.0, "dwt": 1.55517384}
WEIGHT_TOLERANCE = 0.1
FINENESS_TOLERANCE = 3.0
STANDARDS = (375, 417, 500, 585, 625, 750, 833)
SCRAPS = (
    ("dental scrap", 690),
    ("old coins", 900),
    ("18 kt rings", 750),
    ("14 kt chains", 585),
    ("9 kt filings", 375),
    ("bench sweeps", 220),
)
SCRAPS_BY_LEVEL = {1: 1, 2: 3, 3: 5}
_GOLD_CENTS = 6000


@dataclass(frozen=True)
class Drawer:
    """A metal with its price and stock."""

    name: str
    fineness: int
    cents_per_gram: int
    grams: float


@dataclass(frozen=True)
class Order:
    """What is to be cast."""

    grams: float
    fineness: int


def draw_job(rng: Random, level: int) -> tuple[Order, tuple[Drawer, ...]]:
    """An order and the drawers for it: pure metals in plenty, scrap in small lots."""
    order = Order(rng.randint(80, 400) / 10, rng.choice(STANDARDS))
    drawers = [Drawer("fine gold", 1000, _GOLD_CENTS + rng.randint(-500, 500), 500.0)]
    drawers.append(Drawer("copper", 0, rng.randint(2, 5), 500.0))
    for name, fineness in rng.sample(SCRAPS, SCRAPS_BY_LEVEL[level]):
        value = _GOLD_CENTS * fineness / 1000
        lot = round(order.grams * rng.uniform(0.15, 0.6), 2)
        drawers.append(Drawer(name, fineness, round(value * rng.uniform(0.3, 0.9)), lot))
    return order, tuple(drawers)


def cheapest_blend(order: Order, drawers: tuple[Drawer, ...]) -> tuple[float, dict[str, float]]:
    """The price in cents and the grams of the cheapest blend that meets an order exactly.

    There is a cheapest blend that uses all but two of the drawers either not at all or up.
    """
    best, blend = float("inf"), {}
    for first, second in combinations(range(len(drawers)), 2):
        a, b = drawers[first], drawers[second]
        if a.fineness == b.fineness:
            continue
        others = [drawer for i, drawer in enumerate(drawers) if i not in (first, second)]
        for used in product((0.0, 1.0), repeat=len(others)):
            lots = {drawer.name: drawer.grams * u for drawer, u in zip(others, used, strict=True)}
            gold = sum(drawer.fineness * lots[drawer.name] for drawer in others)
            weight = order.grams - sum(lots.values())
            rest = order.grams * order.fineness - gold
            of_a = (rest - weight * b.fineness) / (a.fineness - b.fineness)
            of_b = weight - of_a
            if not (0 <= of_a <= a.grams and 0 <= of_b <= b.grams):
                continue
            lots |= {a.name: of_a, b.name: of_b}
            price = sum(drawer.cents_per_gram * lots[drawer.name] for drawer in drawers)
            if price < best:
                best, blend = price, {name: grams for name, grams in lots.items() if grams > 0.0}
    return best, blend
