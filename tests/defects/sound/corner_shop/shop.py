"""The books of the shop."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

DAYS = 14
SHELF = 60
COST, PRICE, NIGHT = 3.0, 5.0, 0.2
DICE = {"calm": (0, 6), "busy": (2, 8)}
RULE = {"calm": 14, "busy": 22}
WEEKEND = (6, 7, 13, 14)


@dataclass
class Shop:
    """A shop on a morning."""

    day: int = 1
    stock: int = 12
    profit: float = 0.0
    sold: int = 0
    lost: int = 0

    def trade(self, order: int, demand: int) -> None:
        """A day; the order is on its way until tomorrow."""
        self.profit -= COST * order
        self.sold = min(self.stock, demand)
        self.lost = demand - self.sold
        self.stock -= self.sold
        self.profit += PRICE * self.sold - NIGHT * self.stock
        self.stock = max(0, min(SHELF, self.stock + order))
        self.day += 1


def customers(rng: Random, level: str) -> list[int]:
    """The demand of all days."""
    low, high = DICE[level]
    return [
        sum(rng.randint(low, high) for _ in range(3)) * (2 if day in WEEKEND else 1)
        for day in range(1, DAYS + 1)
    ]


def rule(level: str, day: int, stock: int) -> int:
    """What the simple rule orders."""
    if day >= DAYS:
        return 0
    return max(0, RULE[level] * (2 if day + 1 in WEEKEND else 1) - stock)


def benchmark(level: str, demand: list[int]) -> float:
    """What the simple rule earns."""
    shop = Shop()
    for wanted in demand:
        shop.trade(rule(level, shop.day, shop.stock), wanted)
    return max(1.0, shop.profit)


def read(text: str) -> int:
    """The number of an order; 0 if it is none."""
    words = text.lower().split()
    if len(words) != 2 or words[0] != "order":
        return 0
    try:
        number = int(words[1])
    except ValueError:
        return 0
    return number if 0 <= number <= SHELF else 0
