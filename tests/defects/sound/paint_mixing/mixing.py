"""Colours, volumes and bills."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from random import Random

# name: red, green, blue, pence for 10 ml
PIGMENTS: dict[str, tuple[int, int, int, int]] = {
    "titanium white": (245, 245, 242, 14),
    "ivory black": (28, 27, 30, 11),
    "cadmium red": (214, 40, 38, 62),
    "yellow ochre": (201, 154, 62, 17),
    "ultramarine": (38, 44, 150, 38),
    "viridian": (30, 122, 98, 45),
    "cobalt blue": (28, 82, 186, 71),
    "lemon yellow": (248, 224, 58, 49),
    "burnt umber": (92, 58, 40, 15),
    "rose madder": (188, 48, 92, 83),
}
SHELF = 6
LEAST_TENTHS = 200
TOLERANCE = 2.0
LEVELS = {1: (2, 10), 2: (3, 10), 3: (3, 20)}  # level: pigments of the recipe, equal parts


def price_of_pour(tenths: int, pence_per_10_ml: int) -> int:
    """The bill of one pour in pence; 10 ml are 100 tenths."""
    return -(-tenths * pence_per_10_ml // 100)


def blend(tenths: Mapping[str, int]) -> list[float]:
    """The colour of a mixture: the mean of its parts by volume."""
    total = sum(tenths.values())
    if total == 0:
        return []
    return [
        round(sum(PIGMENTS[name][channel] * part for name, part in tenths.items()) / total, 2)
        for channel in range(3)
    ]


def matches(colour: list[float], card: list[float]) -> bool:
    """Whether no channel is further away than the tolerance."""
    return bool(colour) and all(abs(a - b) <= TOLERANCE for a, b in zip(colour, card, strict=True))


@dataclass
class Job:
    """One card, and the can that is mixed for it."""

    card: list[float]
    shelf: tuple[str, ...]
    quote: int
    can: dict[str, int] = field(default_factory=dict)
    bill: int = 0

    @property
    def limit(self) -> int:
        return 2 * self.quote

    def pour(self, pigment: str, tenths: int) -> str:
        """Add to the can; returns why that was refused, or an empty text."""
        if pigment not in self.shelf:
            return "there is no such pigment on the shelf"
        if tenths == 0:
            return "nothing was poured"
        price = price_of_pour(tenths, PIGMENTS[pigment][3])
        if self.bill + price > self.limit:
            return "the bill would exceed the limit"
        self.bill += price
        self.can[pigment] = self.can.get(pigment, 0) + tenths
        return ""

    def payment(self) -> float:
        """What the delivery of the can is worth."""
        if sum(self.can.values()) < LEAST_TENTHS or not matches(blend(self.can), self.card):
            return 0.0
        over = max(0, self.bill - self.quote) / self.quote
        return 1.0 - 0.5 * over


def bill_of(recipe: Mapping[str, int]) -> int:
    """The bill if every pigment is poured once."""
    return sum(price_of_pour(tenths, PIGMENTS[name][3]) for name, tenths in recipe.items())


@lru_cache(maxsize=256)
def recipes(
    shelf: tuple[str, ...], card: tuple[float, ...], parts: int
) -> tuple[dict[str, int], ...]:
    """All mixtures of 20 ml, in equal parts of at most three pigments, that match the card."""
    unit = LEAST_TENTHS // parts
    found: list[dict[str, int]] = []
    for trio in combinations(shelf, 3):
        for first in range(parts + 1):
            for second in range(parts + 1 - first):
                shares = (first, second, parts - first - second)
                red = sum(PIGMENTS[name][0] * s for name, s in zip(trio, shares, strict=True))
                if abs(red / parts - card[0]) > TOLERANCE + 0.01:
                    continue
                mix = {name: unit * s for name, s in zip(trio, shares, strict=True) if s}
                if matches(blend(mix), list(card)):
                    found.append(mix)
    return tuple(found)


def new_job(rng: Random, level: int) -> Job:
    """A card that the shelf can match."""
    count, parts = LEVELS[level]
    shelf = tuple(rng.sample(list(PIGMENTS), SHELF))
    names = rng.sample(shelf, count)
    cuts = sorted(rng.sample(range(1, parts), count - 1))
    shares = [b - a for a, b in zip([0, *cuts], [*cuts, parts], strict=True)]
    recipe = {
        name: LEAST_TENTHS // parts * share for name, share in zip(names, shares, strict=True)
    }
    return Job(blend(recipe), shelf, bill_of(recipe) + rng.randint(4, 8))
