"""The greenhouse as a simulation, and its best plan."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import NamedTuple

WEEKS = 8
MOST_WATER, TANK = 60, 10
TANK_PRICE, HEAT_PRICE, CROP_PRICE = 2, 6, 5
FROST = {"mild": 0.2, "harsh": 0.5}  # by climate: chance of frost in a week


class Season(NamedTuple):
    """The weather: litres that the soil loses, and frost, by week."""

    start: int
    drying: tuple[int, ...]
    frost: tuple[bool, ...]


class Step(NamedTuple):
    """What a week brings."""

    moisture: int
    growth: int
    cost: int


def draw(rng: Random, climate: str) -> Season:
    """Draw the weather."""
    drying = tuple(rng.randrange(8, 36) for _ in range(WEEKS))
    return Season(
        rng.randrange(20, 60), drying, tuple(rng.random() < FROST[climate] for _ in range(WEEKS))
    )


def live(season: Season, week: int, moisture: int, water: int, heat: bool) -> Step:
    """One week: first water and heat, then growth, then drying."""
    wet = min(100, moisture + water)
    if season.frost[week] and not heat:
        growth = 0
    elif 40 <= wet <= 70:
        growth = 3
    elif 20 <= wet <= 85:
        growth = 1
    else:
        growth = 0
    tanks = -(-water // TANK)
    cost = tanks * TANK_PRICE + heat * HEAT_PRICE
    return Step(max(0, wet - season.drying[week]), growth, cost)


def plan(season: Season, week: int, moisture: int) -> tuple[int, int, bool]:
    """The best profit from a week on, with the water and heat to begin with."""

    @cache
    def best(week: int, moisture: int) -> tuple[int, int, bool]:
        if week == WEEKS:
            return 0, 0, False
        options = []
        for heat in (False, True) if season.frost[week] else (False,):
            for water in range(MOST_WATER + 1):
                step = live(season, week, moisture, water, heat)
                later = best(week + 1, step.moisture)[0]
                options.append((step.growth * CROP_PRICE - step.cost + later, -water, heat))
        profit, water, heat = max(options)
        return profit, -water, heat

    return best(week, moisture)


def idle_profit(season: Season) -> int:
    """The profit without water and heat."""
    moisture, profit = season.start, 0
    for week in range(WEEKS):
        step = live(season, week, moisture, 0, False)
        moisture, profit = step.moisture, profit + step.growth * CROP_PRICE
    return profit
