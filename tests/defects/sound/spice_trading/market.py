"""Prices, the hold, and the hire of barrels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

PORTS = ("Muziris", "Calicut", "Galle", "Malacca")
SPICES = ("pepper", "cloves", "nutmeg", "saffron", "ginger")
BASE = {"pepper": 12, "cloves": 24, "nutmeg": 30, "saffron": 55, "ginger": 9}
BARREL = 4
DEPOSIT = 6
LEVELS = {1: (2, 6, 8), 2: (3, 8, 12), 3: (5, 10, 16)}  # level: spices, days, sacks in the hold

Prices = dict[str, dict[str, int]]


def barrels(sacks: int) -> int:
    """Barrels that some sacks of one spice need."""
    return -(-sacks // BARREL)


@dataclass
class Voyage:
    """One season."""

    prices: Prices
    capacity: int
    days_left: int
    coins: int
    port: str
    target: int
    home: str = ""
    start_coins: int = 0
    hold: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.start_coins, self.home = self.coins, self.port

    @property
    def room(self) -> int:
        return self.capacity - sum(self.hold.values())

    @property
    def hired(self) -> int:
        return sum(barrels(sacks) for sacks in self.hold.values())

    @property
    def profit(self) -> int:
        return self.coins - self.start_coins

    def buy(self, spice: str, sacks: int) -> str:
        """Buy, and pay for the barrels that the purchase needs; a note if it is refused."""
        if spice not in self.prices[self.port] or sacks < 1:
            return "there is nothing like that to buy"
        if sacks > self.room:
            return "the hold is too small"
        held = self.hold.get(spice, 0)
        deposit = DEPOSIT * (barrels(held + sacks) - barrels(held))
        cost = sacks * self.prices[self.port][spice] + deposit
        if cost > self.coins:
            return f"that costs {cost} coins with the barrels"
        self.coins -= cost
        self.hold[spice] = held + sacks
        return ""

    def sell(self, spice: str, sacks: int) -> str:
        """Sell, and get back the deposit of empty barrels; a note if it is refused."""
        held = self.hold.get(spice, 0)
        if sacks < 1 or sacks > held:
            return "there is not so much on board"
        refund = DEPOSIT * (barrels(held) - barrels(held - sacks))
        self.coins += sacks * self.prices[self.port][spice] + refund
        self.hold[spice] = held - sacks
        if not self.hold[spice]:
            del self.hold[spice]
        return ""

    def sail(self, port: str) -> str:
        """Go to another port; a note if there is none of that name."""
        if port not in self.prices or port == self.port:
            return "there is no such port to sail to"
        self.port = port
        self.days_left -= 1
        return ""


@dataclass(frozen=True)
class Route:
    """Out with one spice and back with another, or with an empty hold."""

    home: str
    away: str
    out: str | None
    back: str | None
    gain: int


def gain(prices: Prices, source: str, market: str) -> tuple[int, str | None]:
    """The best profit on a sack from one port to another, and its spice; 0 for none."""
    best = max((prices[market][s] - prices[source][s], s) for s in prices[source])
    return best if best[0] > 0 else (0, None)


def best_route(prices: Mapping[str, dict[str, int]], home: str, capacity: int, days: int) -> Route:
    """The pair of ports between which a season that begins at home earns most."""
    routes = []
    for away in prices:
        if away != home:
            out, back = gain(dict(prices), home, away), gain(dict(prices), away, home)
            total = capacity * (out[0] * (days - days // 2) + back[0] * (days // 2))
            routes.append(Route(home, away, out[1], back[1], total))
    return max(routes, key=lambda route: (route.gain, route.away))


def new_voyage(rng: Random, level: int) -> Voyage:
    """A season with money enough to fill the hold with anything."""
    count, days, capacity = LEVELS[level]
    while True:
        spices = rng.sample(SPICES, count)
        prices = {
            port: {s: max(1, round(BASE[s] * rng.uniform(0.7, 1.3))) for s in spices}
            for port in PORTS
        }
        home = rng.choice(PORTS)
        route = best_route(prices, home, capacity, days)
        if route.out and route.gain >= 60:
            break
    coins = capacity * 75 + DEPOSIT * capacity
    return Voyage(prices, capacity, days, coins, home, route.gain)
