"""The weather of a season, and what it does to the soil."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

DAYS = 40
FIELD_CAPACITY = 100
LOWEST_GOOD, HIGHEST_GOOD = 35, 75


class Day(NamedTuple):
    """The weather of a day, in millimetres of water."""

    rain: int
    evaporation: int


class Climate(NamedTuple):
    """A level of difficulty: how likely rain is, and how much water a day takes from the soil."""

    rain_chance: float
    evaporation: tuple[int, int]


CLIMATES = {1: Climate(0.2, (5, 8)), 2: Climate(0.15, (6, 9)), 3: Climate(0.1, (6, 11))}


def draw_season(rng: Random, level: int) -> list[Day]:
    """Draw the weather of every day of a season."""
    climate = CLIMATES[level]
    season = []
    for _ in range(DAYS):
        rain = rng.randint(3, 12) if rng.random() < climate.rain_chance else 0
        dry = rng.randint(*climate.evaporation)
        season.append(Day(rain, max(2, dry - 3) if rain else dry))
    return season


def moisture_after(moisture: int, irrigation: int, day: Day) -> int:
    """The moisture of the soil at the end of a day; what it cannot hold runs off."""
    wet = min(FIELD_CAPACITY, moisture + irrigation + day.rain)
    return max(0, wet - day.evaporation)


def is_good(moisture: int) -> bool:
    """Whether trees grow at this moisture: neither too dry nor too wet."""
    return LOWEST_GOOD <= moisture <= HIGHEST_GOOD
