"""Towns, goods and prices of a road, and the best trade of each leg."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from random import Random

ROADS = {
    "north": ("Fez", "Sijilmasa", "Taghaza", "Taoudenni", "Arawan", "Timbuktu"),
    "east": ("Gao", "Tadmekka", "Agadez", "Bilma", "Murzuq", "Tripoli"),
}
BASE_PRICES = {"salt": 12, "dates": 7, "copper": 22, "indigo": 30}
"""Usual prices of a load."""
PURSE = 120
"""Dinars at the start."""


@dataclass(frozen=True)
class Size:
    """How long the road is, and what is traded on it."""

    legs: int
    goods: int
    camels: int


SIZES = {1: Size(3, 2, 5), 2: Size(4, 3, 6), 3: Size(5, 4, 8)}


@dataclass(frozen=True)
class Road:
    """Towns with their prices; `wages` is what the drivers get for the whole road."""

    towns: tuple[str, ...]
    prices: tuple[dict[str, int], ...]
    wages: int
    camels: int

    @property
    def legs(self) -> int:
        """The number of legs."""
        return len(self.towns) - 1


def draw_road(rng: Random, level: int, name: str) -> Road:
    """A road on which some profit can be made."""
    size = SIZES[level]
    towns = ROADS[name][: size.legs + 1]
    goods = list(BASE_PRICES)[: size.goods]
    while True:
        prices = tuple(
            {good: max(2, round(BASE_PRICES[good] * rng.uniform(0.5, 1.6))) for good in goods}
            for _ in towns
        )
        road = Road(towns, prices, rng.randint(3, 6) * size.legs, size.camels)
        if best_profit(road) >= 20:
            return road


def best_cargo(
    prices: dict[str, int], next_prices: dict[str, int], camels: int, money: int
) -> dict[str, int]:
    """The cargo that gains most on one leg, if all of it is sold at its end.

    Every market buys and sells at the same price, so what is aboard counts as money: `money` is the
    cash after a sale of everything.
    """
    gains = {good: next_prices[good] - price for good, price in prices.items()}
    wanted = [good for good in prices if gains[good] > 0]
    best: dict[str, int] = {}
    most = 0
    for loads in product(range(camels + 1), repeat=len(wanted)):
        cost = sum(prices[good] * count for good, count in zip(wanted, loads, strict=True))
        gain = sum(gains[good] * count for good, count in zip(wanted, loads, strict=True))
        if sum(loads) <= camels and cost <= money and gain > most:
            best = {good: n for good, n in zip(wanted, loads, strict=True) if n}
            most = gain
    return best


def best_profit(road: Road) -> int:
    """The most that can be earned: the best cargo on every leg."""
    money = PURSE
    for leg in range(road.legs):
        here, there = road.prices[leg], road.prices[leg + 1]
        cargo = best_cargo(here, there, road.camels, money)
        money += sum((there[good] - here[good]) * loads for good, loads in cargo.items())
    return money - road.wages - PURSE
