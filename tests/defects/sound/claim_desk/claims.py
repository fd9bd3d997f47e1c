"""Claims, and how they are decided."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

CAUSES = ["fire", "burst pipe", "storm", "burglary", "flood", "earthquake"]
GOODS = ["sofa", "laptop", "carpet", "bicycle", "camera", "wardrobe", "curtains", "television"]
UNCOVERED = ["cash", "vouchers"]
REASONS = ("lapsed", "excluded", "deductible")


@dataclass(frozen=True)
class Claim:
    """All about a claim."""

    start: date
    end: date
    excluded: tuple[str, ...]
    deductible: int
    limit: int
    loss: date
    cause: str
    items: tuple[tuple[str, int], ...]

    @property
    def covered(self) -> int:
        """Sum of the covered items."""
        return sum(price for item, price in self.items if item not in UNCOVERED)

    def decision(self) -> tuple[str, float]:
        """A reason and 0, or pay and the amount."""
        if not self.start <= self.loss <= self.end:
            return "lapsed", 0.0
        if self.cause in self.excluded:
            return "excluded", 0.0
        if self.covered <= self.deductible:
            return "deductible", 0.0
        return "pay", float(min(self.limit, self.covered - self.deductible))

    def documents(self) -> dict[str, str]:
        """The texts of the file."""
        lines = [f"{item}: {price}.00" for item, price in self.items]
        return {
            "policy": f"Valid from {self.start} to {self.end}. "
            f"Excluded: {', '.join(self.excluded)}. "
            f"Deductible: {self.deductible}.00. Limit: {self.limit}.00.",
            "report": f"Date of loss: {self.loss}. Cause: {self.cause}.",
            "invoices": "\n".join(lines),
        }


def draw(rng: Random) -> Claim:
    """A random claim."""
    kind = rng.choice(["pay", "pay", "pay", *REASONS])
    start = date(2021, 1, 1) + timedelta(days=rng.randrange(700))
    end = start + timedelta(days=364)
    excluded = tuple(sorted(rng.sample(CAUSES, 2)))
    cause = rng.choice([c for c in CAUSES if (c in excluded) == (kind == "excluded")])
    loss = start + timedelta(days=rng.randrange(365))
    if kind == "lapsed":
        loss = rng.choice(
            [start - timedelta(days=rng.randint(1, 60)), end + timedelta(days=rng.randint(1, 60))]
        )
    goods = rng.sample(GOODS, rng.randint(2, 5))
    items = [(item, rng.randint(80, 1800)) for item in goods]
    covered = sum(price for _, price in items)
    items += [(item, rng.randint(50, 400)) for item in rng.sample(UNCOVERED, rng.randint(0, 2))]
    rng.shuffle(items)
    deductible = (
        covered + rng.randint(0, 200)
        if kind == "deductible"
        else covered * rng.randint(5, 50) // 100
    )
    limit = rng.choice([1000, 2000, 4000, 8000])
    return Claim(start, end, excluded, deductible, limit, loss, cause, tuple(items))
