"""The pepper market."""

from __future__ import annotations

from random import Random

DAYS, COINS, STORE, FEE = 8, 60, 8, 4
LEAST_PROFIT = 30
SWING = {"calm": 4, "wild": 8}  # by market: how much a price can change in a day
LOWEST, HIGHEST = 4, 30


class Market:
    """A merchant in a week of known prices."""

    def __init__(self, prices: list[int]) -> None:
        self.prices = prices
        self.day = 0
        self.coins = COINS
        self.sacks = 0

    @property
    def over(self) -> bool:
        """Whether all days are over."""
        return self.day == len(self.prices)

    def objection(self, sell: int, buy: int) -> str:
        """Why an order is refused; empty if it is not."""
        price = self.prices[self.day]
        coins, sacks = self.coins + sell * price, self.sacks - sell
        if sacks < 0:
            return "there is not so much to sell"
        if buy > 0 and buy * price + FEE > coins:
            return "there are not enough coins"
        if buy > 0 and sacks + buy > STORE:
            return "the store is too small"
        return ""

    def trade(self, sell: int, buy: int) -> str:
        """Carry out the order of the day, unless it is refused; then comes the night."""
        objection = self.objection(sell, buy)
        if not objection:
            price = self.prices[self.day]
            self.coins += (sell - buy) * price - (FEE if buy > 0 else 0)
            self.sacks += buy - sell
        self.sacks = max(0, self.sacks - 1)
        self.day += 1
        return objection


def best_plan(
    prices: list[int], day: int = 0, coins: int = COINS, sacks: int = 0
) -> tuple[int, list[tuple[int, int]]]:
    """The most coins at the end, and the orders (sell, buy) that lead to it.

    More coins are never worse, so it is enough to know the most coins for each number of sacks.
    """
    best: dict[int, tuple[int, list[tuple[int, int]]]] = {sacks: (coins, [])}
    for price in prices[day:]:
        following: dict[int, tuple[int, list[tuple[int, int]]]] = {}
        for held, (money, orders) in best.items():
            for sell in range(held + 1):
                kept, cash = held - sell, money + sell * price
                for buy in range(STORE - kept + 1):
                    cost = buy * price + FEE if buy else 0
                    if cost > cash:
                        break
                    left = max(0, kept + buy - 1)
                    if left not in following or cash - cost > following[left][0]:
                        following[left] = (cash - cost, [*orders, (sell, buy)])
        best = following
    return max(best.values(), key=lambda result: result[0])


def draw(rng: Random, market: str) -> list[int]:
    """Prices of a week that is worth trading in."""
    while True:
        prices = [rng.randint(8, 16)]
        while len(prices) < DAYS:
            change = rng.randint(-SWING[market], SWING[market])
            prices.append(min(HIGHEST, max(LOWEST, prices[-1] + change)))
        if best_plan(prices)[0] - COINS >= LEAST_PROFIT:
            return prices
