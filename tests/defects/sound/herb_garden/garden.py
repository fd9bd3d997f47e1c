"""Gardens: beds in a row, herbs with wishes, and pairs that quarrel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations
from random import Random

# what a herb likes: light and soil
HERBS: dict[str, tuple[str, str]] = {
    "rosemary": ("sun", "dry"), "thyme": ("sun", "dry"), "sage": ("sun", "dry"),
    "basil": ("sun", "moist"), "dill": ("sun", "moist"), "fennel": ("sun", "moist"),
    "chives": ("shade", "moist"), "mint": ("shade", "moist"), "parsley": ("shade", "moist"),
    "bay": ("shade", "dry"), "sorrel": ("shade", "moist"), "oregano": ("sun", "dry"),
    "woodruff": ("shade", "dry"), "lovage": ("shade", "moist"),
}  # fmt: skip
QUARRELS = (
    ("dill", "fennel"), ("basil", "sage"), ("mint", "parsley"), ("rosemary", "basil"),
    ("lovage", "bay"), ("thyme", "mint"), ("chives", "parsley"), ("sorrel", "oregano"),
)  # fmt: skip
LIGHT_POINTS, SOIL_POINTS, QUARREL_POINTS = 3, 2, -4
LEVELS = {1: 4, 2: 5, 3: 6}  # beds
GARDENS = 400  # of each level


@dataclass(frozen=True)
class Garden:
    """Beds from left to right, and the herbs to be planted."""

    beds: tuple[tuple[str, str], ...]
    herbs: tuple[str, ...]

    def quarrels(self) -> list[tuple[str, str]]:
        """The pairs of its herbs that quarrel."""
        return [pair for pair in QUARRELS if set(pair) <= set(self.herbs)]

    def points(self, plan: Sequence[str]) -> int:
        """The points of a plan."""
        total = 0
        for (light, soil), herb in zip(self.beds, plan, strict=True):
            likes_light, likes_soil = HERBS[herb]
            total += LIGHT_POINTS * (light == likes_light) + SOIL_POINTS * (soil == likes_soil)
        neighbours = {frozenset(pair) for pair in pairwise(plan)}
        return total + QUARREL_POINTS * sum(frozenset(pair) in neighbours for pair in QUARRELS)

    def range(self) -> tuple[float, int]:
        """The mean and the best points of all plans."""
        every = [self.points(plan) for plan in permutations(self.herbs)]
        return sum(every) / len(every), max(every)


def make_garden(level: int, number: int) -> Garden:
    """Garden `number` of a level."""
    rng = Random(f"garden {level} {number}")
    while True:
        garden = _draw(rng, LEVELS[level])
        every = [garden.points(plan) for plan in permutations(garden.herbs)]
        if every.count(max(every)) <= len(every) // 10:  # few orders are best
            return garden


def _draw(rng: Random, size: int) -> Garden:
    """Draw a site first, then beds of that site, and herbs."""
    aspect = rng.choice((("sun",), ("shade",), ("sun", "shade")))
    ground = rng.choice((("dry",), ("moist",), ("dry", "moist")))
    beds = tuple((rng.choice(aspect), rng.choice(ground)) for _ in range(size))
    return Garden(beds, tuple(rng.sample(sorted(HERBS), size)))


def value(garden: Garden, plan: Sequence[str]) -> float:
    """0 for a plan that is no better than the mean, 1 for the best."""
    mean, best = garden.range()
    if best == mean:
        return 1.0
    return max(0.0, (garden.points(plan) - mean) / (best - mean))
