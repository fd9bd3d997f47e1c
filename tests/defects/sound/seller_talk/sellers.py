"""Things for sale, and the prices that a seller has in mind."""

import random
from dataclasses import dataclass

REFUSALS = 6
REFUSAL_COINS = 2
FRACTIONS = (0.25, 0.4, 0.55)
LEVELS = (1, 2, 3)
NOISE = 3  # coins, at level 3

# thing: the range of its value for the buyer
THINGS: dict[str, tuple[int, int]] = {
    "a touring bicycle, blue, new tyres": (110, 180),
    "a cello bow in its case": (90, 170),
    "an oak writing desk with one sticking drawer": (100, 190),
    "a two-person tent, used one summer": (70, 120),
    "a bread oven for the garden": (120, 200),
    "an enlarger and four trays for a darkroom": (80, 150),
    "a rowing machine": (90, 160),
    "a set of carving chisels": (60, 110),
    "a box of 300 jazz records": (100, 200),
    "a sewing machine from 1961 that runs": (70, 140),
}


@dataclass(frozen=True)
class Sale:
    """One sale. `prices` holds the first price and the six that may follow."""

    thing: str
    value: int
    reserve: int
    fraction: float
    prices: tuple[int, ...]


def draw_sale(rng: random.Random, level: int) -> Sale:
    """A sale; in one of six the reserve price is above the buyer's value."""
    thing = rng.choice(list(THINGS))
    value = rng.randint(*THINGS[thing])
    above = rng.random() < 1 / 6
    reserve = round(value * (rng.uniform(1.04, 1.25) if above else rng.uniform(0.45, 0.85)))
    first = round(reserve * rng.uniform(1.35, 1.8))
    fraction = rng.choice(FRACTIONS)
    prices = [first]
    for number in range(1, REFUSALS + 1):
        price = round(reserve + (first - reserve) * (1 - fraction) ** number)
        if level == 3:
            price += rng.randint(-NOISE, NOISE)
        prices.append(min(max(price, reserve), prices[-1]))
    return Sale(thing, value, reserve, fraction, tuple(prices))
