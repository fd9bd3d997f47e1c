"""The day of a house, and the best plan for it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random

HOURS = 24
CAPACITY = 10
POWER = 3
EXPORT = 5
LEAST = 150


@dataclass(frozen=True)
class Day:
    """Prices, demand and sun by hour."""

    prices: tuple[int, ...]
    demand: tuple[int, ...]
    sun: tuple[int, ...]

    def cost(self, hour: int, charge: int) -> int:
        """Cents that an hour costs."""
        net = self.demand[hour] - self.sun[hour] + charge
        return net * self.prices[hour] if net > 0 else net * EXPORT

    def saving(self, hour: int, charge: int) -> int:
        """Cents saved in comparison with an idle battery."""
        return self.cost(hour, 0) - self.cost(hour, charge)


def choices(battery: int) -> list[int]:
    """What the battery can do."""
    return [c for c in range(-POWER, POWER + 1) if 0 <= battery + c <= CAPACITY]


@lru_cache(maxsize=4096)
def best(day: Day, hour: int, battery: int) -> tuple[int, int]:
    """The most cents that can be saved from an hour on, and the charge to begin with."""
    if hour == HOURS:
        return 0, 0
    options = [
        (day.saving(hour, c) + best(day, hour + 1, battery + c)[0], c) for c in choices(battery)
    ]
    return max(options, key=lambda pair: (pair[0], -abs(pair[1])))


def draw(rng: Random) -> Day:
    """A random day on which the battery is useful."""
    while True:
        cheap, normal, peak = rng.randint(8, 14), rng.randint(18, 26), rng.randint(32, 45)
        prices, demand, sun = [], [], []
        bright = rng.uniform(0.2, 1.2)
        for hour in range(HOURS):
            busy = hour in (7, 8, 18, 19, 20, 21)
            base = peak if busy else cheap if hour < 6 else normal
            prices.append(base + rng.randint(-2, 2))
            demand.append(rng.randint(2, 5) if busy else rng.randint(0, 2))
            sun.append(round(bright * max(0.0, 5 - abs(hour - 13)) * rng.uniform(0.5, 1.0)))
        day = Day(tuple(prices), tuple(demand), tuple(sun))
        if best(day, 0, 0)[0] >= LEAST:
            return day
