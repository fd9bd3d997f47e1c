"""Customers, their signatures, and forgeries."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

FEATURES = ("slant", "width", "height", "baseline", "pressure", "speed", "loops")
LEVELS = {"easy": (0.20, 0.30), "hard": (0.10, 0.14)}
REFERENCES = 3
QUESTIONED = 5


@dataclass(frozen=True)
class Case:
    """A case, and the place of the forgery in it, from 0."""

    references: list[list[float]]
    questioned: list[list[float]]
    forged: int


def genuine(rng: Random, usual: list[float]) -> list[float]:
    """A signature of the customer."""
    return [round(value * rng.uniform(0.98, 1.02), 1) for value in usual]


def forgery(rng: Random, usual: list[float], level: str) -> list[float]:
    """A copy with two wrong measurements."""
    values = genuine(rng, usual)
    for feature in rng.sample(range(len(FEATURES)), 2):
        error = rng.uniform(*LEVELS[level]) * rng.choice((-1, 1))
        values[feature] = round(values[feature] * (1 + error), 1)
    return values


def make_case(rng: Random, level: str) -> Case:
    """A case of a new customer."""
    usual = [rng.uniform(25.0, 90.0) for _ in FEATURES]
    references = [genuine(rng, usual) for _ in range(REFERENCES)]
    questioned = [genuine(rng, usual) for _ in range(QUESTIONED - 1)]
    place = rng.randrange(QUESTIONED)
    questioned.insert(place, forgery(rng, usual, level))
    return Case(references, questioned, place)
