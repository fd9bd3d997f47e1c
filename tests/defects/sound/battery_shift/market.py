"""The electricity market: what a season looks like, the prices of a day, and the best plan."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

HOURS = 24
CAPACITY = 6
RATE = 2  # blocks that can be moved in an hour
WEAR = 40  # cents for every block that is moved
SEASONS = ("winter", "spring", "summer", "autumn")
_FLOOR = 50


@dataclass(frozen=True)
class Market:
    """The pattern that the days of a market have in common.

    Attributes:
        base: The usual price of a block, in cents.
        peaks: The hours at which demand is highest.
        height: How much demand adds to the price at a peak.
        swing: The standard deviation of what a day adds from hour to hour.
        spikes: How many hours of a day are very dear, and how many are very cheap.
    """

    base: int
    peaks: tuple[int, int]
    height: int
    swing: int
    spikes: int


def draw_market(rng: Random) -> Market:
    """Draw the pattern of a market."""
    return Market(
        base=rng.randrange(900, 1400),
        peaks=(rng.randrange(6, 11), rng.randrange(16, 22)),
        height=rng.randrange(50, 200),
        swing=rng.randrange(120, 220),
        spikes=rng.randrange(3, 5),
    )


def draw_prices(rng: Random, market: Market) -> list[int]:
    """Draw the prices of a day, in cents for a block."""
    drift = 0.0
    prices = []
    for hour in range(HOURS):
        drift = 0.6 * drift + rng.gauss(0, market.swing)
        demand = sum(math.exp(-((hour - peak) ** 2) / 6) for peak in market.peaks)
        prices.append(market.base + market.height * demand + drift)
    special = rng.sample(range(HOURS), 2 * market.spikes)
    for hour in special[: market.spikes]:
        prices[hour] *= rng.uniform(1.5, 2.4)
    for hour in special[market.spikes :]:
        prices[hour] *= rng.uniform(0.2, 0.6)
    return [max(_FLOOR, round(price)) for price in prices]


def draw_forecasts(rng: Random, prices: Sequence[int]) -> list[list[int]]:
    """For every hour, what is expected for the four hours after it."""
    return [
        [round(price * rng.uniform(0.8, 1.2)) for price in prices[hour + 1 : hour + 5]]
        for hour in range(len(prices))
    ]


def fits(charge: int, blocks: int) -> bool:
    """Whether a battery with this charge can move so many blocks."""
    return abs(blocks) <= RATE and 0 <= charge + blocks <= CAPACITY


def cash(price: int, blocks: int) -> int:
    """Cents that an hour brings in: sales lose a tenth to heat, and every block wears."""
    if blocks > 0:
        return -blocks * (price + WEAR)
    return -blocks * (price * 9 // 10 - WEAR)


def settlement(prices: Sequence[int], charge: int, owed: int) -> int:
    """Cents at the end of the day: blocks that are missing are bought at its highest price."""
    return -max(0, owed - charge) * max(prices)


def best_plan(prices: Sequence[int], hour: int, charge: int, owed: int) -> tuple[int, int]:
    """The most that can be earned from `hour` on, and the blocks to move in that hour."""
    values = [settlement(prices, level, owed) for level in range(CAPACITY + 1)]
    moves = [0] * (CAPACITY + 1)
    for price in reversed(prices[hour:]):
        options = [
            max(
                (cash(price, blocks) + values[level + blocks], blocks)
                for blocks in range(-RATE, RATE + 1)
                if fits(level, blocks)
            )
            for level in range(CAPACITY + 1)
        ]
        values = [value for value, _ in options]
        moves = [blocks for _, blocks in options]
    return values[charge], moves[charge]
