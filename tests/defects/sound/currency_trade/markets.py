"""Two hundred markets, and the splits they belong to."""

from __future__ import annotations

import itertools
from functools import cache
from random import Random

DAYS = 8
MARKETS = 200
TRAINING = 150
SPLITS = ("train", "test")
START = {"EUR": 1.0, "USD": 0.92, "GBP": 1.17, "JPY": 0.0061, "CHF": 1.04}


@cache
def rates(market: int) -> tuple[dict[str, float], ...]:
    """Euros for a unit of each currency, for the days 0 to DAYS."""
    rng = Random(f"market {market}")
    days = [{name: rate * rng.uniform(0.9, 1.1) for name, rate in START.items()}]
    days[0]["EUR"] = 1.0
    for _ in range(DAYS):
        moved = {name: rate * rng.uniform(0.96, 1.05) for name, rate in days[-1].items()}
        moved["EUR"] = 1.0
        days.append(moved)
    return tuple({name: float(f"{rate:.5g}") for name, rate in day.items()} for day in days)


@cache
def best_growth(market: int) -> float:
    """By what factor the money grows if every day is traded well."""
    growth = 1.0
    days = rates(market)
    for today, tomorrow in itertools.pairwise(days):
        growth *= max(tomorrow[name] / today[name] for name in START)
    return growth


@cache
def markets_of(split: str) -> tuple[int, ...]:
    """The markets of a split."""
    numbers = list(range(MARKETS))
    Random("currency desk").shuffle(numbers)
    return tuple(numbers[:TRAINING] if split == "train" else numbers[TRAINING:])
