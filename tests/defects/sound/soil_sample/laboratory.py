"""Soils, and the tests of the laboratory."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

PROPERTIES = ("sand", "clay", "ph", "organic")
CHART: dict[str, dict[str, float]] = {
    "loess loam": {"sand": 30, "clay": 18, "ph": 7.4, "organic": 2},
    "chernozem": {"sand": 30, "clay": 30, "ph": 7.4, "organic": 9},
    "pseudogley": {"sand": 30, "clay": 36, "ph": 5.2, "organic": 2},
    "marsh soil": {"sand": 30, "clay": 48, "ph": 5.2, "organic": 9},
    "podzol": {"sand": 62, "clay": 12, "ph": 5.2, "organic": 2},
    "peaty sand": {"sand": 62, "clay": 6, "ph": 5.2, "organic": 9},
    "calcareous sand": {"sand": 62, "clay": 24, "ph": 7.4, "organic": 2},
    "rendzina": {"sand": 62, "clay": 42, "ph": 7.4, "organic": 9},
}
SPREAD = {"sand": 3.0, "clay": 2.0, "ph": 0.3, "organic": 0.5}


@dataclass(frozen=True)
class Test:
    """A method of the laboratory: what it measures, its largest error, how long it takes."""

    measures: str
    error: float
    minutes: int


TESTS = {
    "sieve": Test("sand", 12.0, 15),
    "hydrometer": Test("clay", 12.0, 40),
    "ph": Test("ph", 0.7, 5),
    "burn": Test("organic", 2.6, 60),
}


@dataclass(frozen=True)
class Level:
    """How exact the methods are, and how many tests may be ordered."""

    error_scale: float
    tests: int


LEVELS = {1: Level(0.6, 5), 2: Level(1.0, 4)}


FIELDS = ("Long Acre", "Lower Meadow", "Mill Field", "North Slope", "Old Orchard", "Pond End")


@dataclass(frozen=True)
class Sample:
    """A soil as it is: its class, and its own values; and where it was dug."""

    soil: str
    values: dict[str, float]
    site: str


def dig(rng: Random) -> Sample:
    """A sample of a random class."""
    soil = rng.choice(sorted(CHART))
    values = {
        name: CHART[soil][name] + rng.uniform(-SPREAD[name], SPREAD[name]) for name in PROPERTIES
    }
    site = f"{rng.choice(FIELDS)}, pit {rng.randint(1, 60)}, {5 * rng.randint(2, 12)} cm deep"
    return Sample(soil, values, site)


def largest_error(test: str, level: int) -> float:
    """The largest error of a reading at a level."""
    return round(TESTS[test].error * LEVELS[level].error_scale, 3)


def measure(sample: Sample, test: str, level: int, rng: Random) -> float:
    """A reading: the value of the sample, and an error."""
    error = largest_error(test, level)
    return round(sample.values[TESTS[test].measures] + rng.uniform(-error, error), 2)


def duration(sample: Sample, test: str) -> int:
    """How long a test takes, after the price list."""
    return TESTS[test].minutes
