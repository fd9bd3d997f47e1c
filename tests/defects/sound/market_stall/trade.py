"""Prices, costs and plans of a pear stall."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

DAYS = 6
LEVELS = {1: (range(20, 31), 60, range(4, 13)), 2: (range(40, 61), 90, range(4, 17))}


class Market(NamedTuple):
    """Coins at the start, room of the store, and the price of ten pears on each day."""

    coins: int
    room: int
    prices: tuple[int, ...]


def cost(number: int, price: int) -> int:
    """What it costs to buy pears."""
    return -(-number * price // 10)


def revenue(number: int, price: int) -> int:
    """What it brings to sell pears."""
    return number * price // 10


def affordable(coins: int, pears: int, room: int, price: int) -> int:
    """The most pears that can be bought."""
    number = room - pears
    while cost(number, price) > coins:
        number -= 1
    return number


def best(market: Market, day: int, coins: int, pears: int) -> tuple[int, str]:
    """Coins in the end with the best plan from a day on, and what it does first."""
    if day == len(market.prices):
        return coins, "next"
    price = market.prices[day]
    choices = [(best(market, day + 1, coins, pears)[0], "next")]
    number = affordable(coins, pears, market.room, price)
    if number:
        left = coins - cost(number, price)
        choices.append((best(market, day + 1, left, pears + number)[0], f"buy {number}"))
    if pears:
        more = coins + revenue(pears, price)
        choices.append((best(market, day + 1, more, 0)[0], f"sell {pears}"))
    return max(choices)


def draw(rng: Random, level: int) -> tuple[Market, int]:
    """A market in which trade is worth the while, and its target."""
    coins, room, prices = LEVELS[level]
    while True:
        days = tuple(rng.choice(prices) for _ in range(DAYS))
        market = Market(rng.choice(coins), room, days)
        target = best(market, 0, market.coins, 0)[0]
        if 2 * target >= 3 * market.coins:
            return market, target
