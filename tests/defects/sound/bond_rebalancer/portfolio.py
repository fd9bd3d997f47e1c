"""The portfolio: holdings, trades, and the distance from the target."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

BONDS = (
    "UKT 4.25 2032",
    "UKT 0.875 2033",
    "Harbour Water 5.1 2031",
    "Northern Rail 4.6 2029",
    "Meridian Bank 6.0 2030",
    "Castle Homes 5.75 2034",
    "Solway Wind 4.9 2036",
)
COMMISSION = 0.001
CASH_WEIGHT = 0.04
"""What the targets leave to cash."""
IN_LINE = 0.02
"""The distance at which a portfolio counts as in line."""


@dataclass
class Portfolio:
    """Market values in thousands of pounds, and the target weights."""

    values: dict[str, float]
    targets: dict[str, float]
    cash: float
    budget: float = 0.0
    commission: float = 0.0
    first_distance: float = 0.0

    @property
    def total(self) -> float:
        """The value with cash."""
        return sum(self.values.values()) + self.cash

    @property
    def distance(self) -> float:
        """The sum over bonds of the difference between weight and target."""
        total = self.total
        return sum(abs(self.values[bond] / total - self.targets[bond]) for bond in self.values)

    @property
    def overspent(self) -> bool:
        """Whether more commission was paid than the budget allows."""
        return self.commission > self.budget

    @property
    def score(self) -> float:
        """1 for a portfolio in line, 0 for one as far away as on the first day."""
        way = self.first_distance - IN_LINE
        return max(0.0, min(1.0, (self.first_distance - self.distance) / way))

    def trade(self, bond: str, amount: float) -> str:
        """Play one trade; returns why it is refused, or an empty text."""
        if bond not in self.values:
            return "no such bond"
        fee = abs(amount) * COMMISSION
        if amount + fee > self.cash:
            return "not enough cash"
        if self.values[bond] + amount < 0:
            return "not enough of this bond is held"
        self.values[bond] += amount
        self.cash -= amount + fee
        self.commission += fee
        return ""


def _weights(rng: Random, count: int) -> list[float]:
    shares = [rng.uniform(0.5, 2.0) for _ in range(count)]
    return [(1 - CASH_WEIGHT) * share / sum(shares) for share in shares]


def draw_portfolio(rng: Random, count: int, slack: float) -> Portfolio:
    """A portfolio that has drifted; `slack` is the commission budget, in multiples of the need."""
    bonds = rng.sample(BONDS, count)
    size = rng.uniform(800.0, 5000.0)
    while True:
        held, wanted = _weights(rng, count), _weights(rng, count)
        values = {bond: round(size * share, 2) for bond, share in zip(bonds, held, strict=True)}
        targets = {bond: round(share, 4) for bond, share in zip(bonds, wanted, strict=True)}
        portfolio = Portfolio(values, targets, round(size * CASH_WEIGHT, 2))
        if portfolio.distance >= 0.3:
            break
    portfolio.first_distance = portfolio.distance
    need = portfolio.distance * portfolio.total * COMMISSION
    portfolio.budget = round(slack * need, 4)
    return portfolio
