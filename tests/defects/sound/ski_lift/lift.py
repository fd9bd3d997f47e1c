"""The tariff and the plan: what a speed carries and costs, and how to plan a day."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

TICKS = {1: 8, 2: 12, 3: 12}
SEATS = (0, 4, 8, 12)
ENERGY = (0, 3, 8, 16)
FARE = 2
GEAR = 1
CROWD = 24
RATES = {"weekday": (1, 7), "weekend": (4, 12)}


def draw_forecast(rng: Random, level: int, day: str) -> list[int]:
    """Arrivals after each tick; nobody arrives after the last."""
    low, high = RATES[day]
    return [rng.randint(low, high) for _ in range(TICKS[level] - 1)] + [0]


def best_speed(queue: int, speed: int, forecast: Sequence[int]) -> int:
    """The speed that earns most over the rest of the day if the forecast is right."""
    arrivals = tuple(forecast)

    @cache
    def plan(tick: int, waiting: int, last: int) -> tuple[int, int]:
        if tick == len(arrivals):
            return 0, 0
        best = (-(10**6), 0)
        for choice in range(len(SEATS)):
            carried = min(waiting, SEATS[choice])
            money = FARE * carried - ENERGY[choice] - GEAR * (choice != last)
            left = min(waiting - carried + arrivals[tick], CROWD)
            best = max(best, (money + plan(tick + 1, left, choice)[0], -choice))
        return best

    return -plan(0, queue, speed)[1]
