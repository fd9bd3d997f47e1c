"""How much a neighbourhood buys: the declared model of demand.

    demand = base x weekday factor x weather factor x (1 + noise x Z), in kilograms

Z is a standard normal number, drawn anew for every day and product and cut off at -2 and 2.
Everything but Z
(and, at level 2, the base) is shown to the baker.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
WEEKDAY = dict(zip(DAYS, (0.9, 0.85, 0.9, 1.0, 1.15, 1.4, 0.8), strict=True))
WEATHER = {"sun": 1.1, "cloud": 1.0, "rain": 0.8}


@dataclass(frozen=True)
class Product:
    """What a kilogram costs to bake and sells for; what is left in the evening is worth nothing."""

    name: str
    cost: float
    price: float


PRODUCTS = (
    Product("croissant", 2.0, 10.0),
    Product("rye", 3.0, 5.0),
    Product("cake", 6.0, 15.0),
)

# Kilograms on a normal day, by neighbourhood, in the order of PRODUCTS.
NEIGHBOURHOODS = {
    "train": {
        "Harbour": (42.0, 88.0, 12.0),
        "Old Town": (75.0, 40.0, 30.0),
        "Mill Quarter": (30.0, 64.0, 9.0),
        "University": (96.0, 35.0, 14.0),
        "Station": (120.0, 52.0, 21.0),
        "Hillside": (26.0, 71.0, 25.0),
        "Market": (66.0, 93.0, 37.0),
        "Canal": (51.0, 47.0, 18.0),
    },
    "test": {
        "Vineyard": (35.0, 58.0, 28.0),
        "New Docks": (83.0, 44.0, 11.0),
        "Parkside": (60.0, 79.0, 33.0),
        "Northgate": (108.0, 67.0, 16.0),
    },
}


def expected(base: float, day: str, weather: str) -> float:
    """The demand without noise."""
    return base * WEEKDAY[day] * WEATHER[weather]


def draw(rng: random.Random, base: float, day: str, weather: str, noise: float) -> float:
    """One day's demand for one product, rounded to 0.1 kg."""
    z = rng.gauss(0.0, 1.0)
    while abs(z) > 2.0:
        z = rng.gauss(0.0, 1.0)
    return round(expected(base, day, weather) * (1.0 + noise * z), 1)


def day_score(product: Product, baked: float, demand: float) -> float:
    """1 for baking the demand, -1 for baking nothing, linear in the profit, never below -1."""
    sold = min(baked, demand)
    profit = product.price * sold - product.cost * baked
    best = (product.price - product.cost) * demand
    return max(-1.0, 2.0 * profit / best - 1.0)
