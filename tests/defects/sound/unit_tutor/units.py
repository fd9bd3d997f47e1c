"""Units of length, mass, volume and time, and the exercises of a sheet."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

KINDS: dict[str, dict[str, float]] = {
    "length": {
        "mm": 0.001,
        "cm": 0.01,
        "m": 1.0,
        "km": 1000.0,
        "in": 0.0254,
        "ft": 0.3048,
        "mi": 1609.344,
    },
    "mass": {
        "mg": 0.000001,
        "g": 0.001,
        "kg": 1.0,
        "t": 1000.0,
        "oz": 0.028349523125,
        "lb": 0.45359237,
    },
    "volume": {
        "ml": 0.001,
        "cl": 0.01,
        "l": 1.0,
        "m3": 1000.0,
        "gal": 3.785411784,
        "pt": 0.473176473,
    },
    "time": {"s": 1.0, "min": 60.0, "h": 3600.0, "day": 86400.0},
}
LEVELS = {1: ("length",), 2: ("length", "mass"), 3: ("length", "mass", "volume", "time")}


@dataclass(frozen=True)
class Exercise:
    """Convert `amount` of `source` to `target`."""

    amount: float
    source: str
    target: str
    result: float

    @property
    def text(self) -> str:
        """As it stands on the sheet."""
        return f"Convert {self.amount:g} {self.source} to {self.target}."


def convert(amount: float, source: str, target: str) -> float:
    """`amount` of the unit `source` in the unit `target`."""
    for factors in KINDS.values():
        if source in factors and target in factors:
            return amount * factors[source] / factors[target]
    raise ValueError(f"{source} and {target} do not measure the same")


def sheet(rng: Random, level: int, count: int) -> list[Exercise]:
    """The exercises of one sheet."""
    exercises = []
    for _ in range(count):
        kind = rng.choice(LEVELS[level])
        source, target = rng.sample(sorted(KINDS[kind]), 2)
        amount = rng.choice((rng.randint(2, 99), rng.randint(11, 99) / 10))
        exercises.append(Exercise(amount, source, target, convert(amount, source, target)))
    return exercises
