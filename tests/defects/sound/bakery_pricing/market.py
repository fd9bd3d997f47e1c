"""Customers: linear demand per product, weather and daily fluctuation."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

PRODUCTS = ("bread", "croissant", "cake")
DAYS = 7
NOISE = {1: 0.0, 2: 0.05, 3: 0.2}
WEATHER = {"sunny": 1.2, "cloudy": 1.0, "rainy": 0.8}
COSTS = {"bread": 1.1, "croissant": 0.7, "cake": 1.9}
# town -> product -> typical (customers at price zero, customers lost per euro)
TOWNS = {
    "harbour": {"bread": (120.0, 22.0), "croissant": (160.0, 48.0), "cake": (60.0, 7.5)},
    "hill": {"bread": (90.0, 14.0), "croissant": (70.0, 17.0), "cake": (75.0, 9.0)},
    "station": {"bread": (80.0, 19.0), "croissant": (240.0, 62.0), "cake": (35.0, 5.0)},
}


@dataclass(frozen=True)
class Day:
    """The weather and the fluctuation of each product."""

    weather: str
    factors: dict[str, float]


@dataclass(frozen=True)
class Market:
    """Everything about the customers of one episode."""

    demand: dict[str, tuple[float, float]]
    days: list[Day]

    def sold(self, day: int, product: str, price: float) -> float:
        at_zero, slope = self.demand[product]
        return max(0.0, at_zero - slope * price) * self.days[day].factors[product]

    def profit(self, day: int, prices: dict[str, float]) -> float:
        return sum(
            (price - COSTS[product]) * self.sold(day, product, price)
            for product, price in prices.items()
        )

    def best_prices(self) -> dict[str, float]:
        """The prices of highest profit: every day has the same, because factors scale demand."""
        return {
            product: (at_zero / slope + COSTS[product]) / 2
            for product, (at_zero, slope) in self.demand.items()
        }


def open_market(rng: Random, town: str, noise: float) -> Market:
    """Draw the customers and the week of one episode."""
    demand = {
        product: (at_zero * rng.uniform(0.8, 1.2), slope * rng.uniform(0.85, 1.15))
        for product, (at_zero, slope) in TOWNS[town].items()
    }
    days = []
    for _ in range(DAYS):
        weather = rng.choice(list(WEATHER))
        factors = {
            product: WEATHER[weather] * (1 + rng.uniform(-noise, noise)) for product in PRODUCTS
        }
        days.append(Day(weather, factors))
    return Market(demand, days)
