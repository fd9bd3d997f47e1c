"""Nights of a hotel, and what they earn."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

NIGHTS = 7
ROOMS = 50
RELOCATION = 60
PRICES = {"low": (80, 110), "high": (140, 190)}
LEVELS = (1, 2)


@dataclass(frozen=True)
class Night:
    """One night; `jitter` is how many more or fewer guests come than expected."""

    requests: int
    no_show_rate: float
    price: int
    fair_voucher: int
    jitter: int

    def shows(self, accepted: int) -> int:
        """How many of the accepted guests come."""
        expected = round(accepted * (1 - self.no_show_rate))
        return max(0, min(accepted, expected + self.jitter))

    def profit(self, accept: int, voucher: int) -> int:
        """What the night earns."""
        came = self.shows(min(accept, self.requests))
        walked = max(0, came - ROOMS)
        cost = voucher if voucher >= self.fair_voucher else voucher + RELOCATION
        return min(came, ROOMS) * self.price - walked * cost

    def best_profit(self) -> int:
        """The profit with knowledge of who comes."""
        return max(self.profit(accept, self.fair_voucher) for accept in range(self.requests + 1))


def make_week(rng: Random, level: int, season: str) -> list[Night]:
    """Seven nights."""
    rate = rng.randint(12, 22) / 100
    low, high = PRICES[season]
    nights = []
    for _ in range(NIGHTS):
        rate = rng.randint(10, 25) / 100 if level == 2 else rate
        price = rng.randint(low, high)
        nights.append(
            Night(
                requests=rng.randint(68, 90),
                no_show_rate=rate,
                price=price,
                fair_voucher=price + rng.randint(10, 40),
                jitter=rng.choice([-1, 0, 0, 1]),
            )
        )
    return nights
