"""Markets: exchange rates with one or more round trips that gain money, and the best of them."""

import itertools
import random
from dataclasses import dataclass
from itertools import permutations

CURRENCIES = ("EUR", "USD", "GBP", "JPY", "CHF", "SEK")
WORTH = {"EUR": 1.0, "USD": 0.92, "GBP": 1.17, "JPY": 0.0061, "CHF": 1.04, "SEK": 0.088}
COUNTS = {1: 3, 2: 4, 3: 5}  # currencies by level
HOME = "EUR"
FEE = 0.002  # the share of every trade that the desk keeps
START = 1000.0


@dataclass(frozen=True)
class Market:
    """`rates[a][b]` is how many b one a buys, before the fee."""

    rates: dict

    @property
    def currencies(self):
        return tuple(self.rates)


def proceeds(market: Market, sell: str, buy: str, amount: float) -> float:
    """What `amount` of one currency brings in another, after the fee."""
    return amount * market.rates[sell][buy] * (1 - FEE)


def best_trip(market: Market):
    """The best simple round trip from the home currency, and the factor by which it multiplies."""
    others = [name for name in market.currencies if name != HOME]
    best, trip = 1.0, ()
    for length in range(1, len(others) + 1):
        for middle in permutations(others, length):
            path = (HOME, *middle, HOME)
            factor = 1.0
            for sell, buy in itertools.pairwise(path):
                factor = proceeds(market, sell, buy, factor)
            if factor > best:
                best, trip = factor, path
    return trip, best


def make_market(rng: random.Random, level: int) -> Market:
    """Rates near their usual worth, with a round trip that gains 2 to 12 percent."""
    others = [name for name in CURRENCIES if name != HOME]
    while True:
        names = [HOME, *rng.sample(others, COUNTS[level] - 1)]
        rates = {name: {} for name in names}
        for sell in names:
            for buy in names:
                if sell < buy:
                    rate = WORTH[sell] / WORTH[buy] * rng.uniform(0.975, 1.025)
                    rates[sell][buy] = float(f"{rate:.6g}")
                    rates[buy][sell] = float(f"{1 / rate:.6g}")
        market = Market(rates)
        if 1.02 <= best_trip(market)[1] <= 1.12:
            return market
