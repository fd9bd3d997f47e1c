"""Bills: how they are drawn, and what they come to."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from random import Random

DIAL = 100_000
"""A register shows five digits."""
PER_LEVEL = 48
RULES = (
    "Units are current minus previous reading; a register that passed 99999 went on from 0. "
    "Energy = units x price. The discount is taken from energy alone. Standing charge and capacity "
    "charge (kVA x price) are per day, the levy is per unit. VAT is charged on the sum of all. "
    "The total is in pounds, rounded to the penny."
)


@dataclass(frozen=True)
class Bill:
    """The data of one bill; prices are decimal texts, in pence.

    `registers` holds name, previous reading, current reading and price per kWh.
    """

    account: str
    days: int
    registers: tuple[tuple[str, int, int, str], ...]
    standing: str
    discount: str = "0"
    capacity_kva: int = 0
    capacity: str = "0"
    levy: str = "0"
    vat: str = "5"

    def total(self) -> Decimal:
        """The total in pounds, rounded to the penny."""
        units = [((now - before) % DIAL, price) for _, before, now, price in self.registers]
        energy = sum((Decimal(price) * count for count, price in units), Decimal(0))
        net = energy * (1 - Decimal(self.discount) / 100)
        net += self.days * (Decimal(self.standing) + self.capacity_kva * Decimal(self.capacity))
        net += sum(count for count, _ in units) * Decimal(self.levy)
        pounds = net * (1 + Decimal(self.vat) / 100) / 100
        return pounds.quantize(Decimal("0.01"), ROUND_HALF_UP)


def _price(rng: Random, low: float, high: float) -> str:
    return f"{rng.uniform(low, high):.2f}"


def _register(
    rng: Random, name: str, units: int, price: str, *, may_roll: bool
) -> tuple[str, int, int, str]:
    if may_roll and rng.random() < 0.4:
        before = DIAL - rng.randrange(1, units)
    else:
        before = rng.randrange(1000, DIAL - units)
    return name, before, (before + units) % DIAL, price


def draw_bill(rng: Random, level: int) -> Bill:
    """A random bill of a level."""
    days = rng.randrange(28, 93)
    if level == 1:
        one = _register(rng, "all", rng.randrange(200, 900), _price(rng, 22, 34), may_roll=False)
        return Bill("home, one rate", days, (one,), _price(rng, 30, 62))
    if level == 2:
        day = _register(rng, "day", rng.randrange(200, 900), _price(rng, 28, 36), may_roll=True)
        night = _register(rng, "night", rng.randrange(200, 1400), _price(rng, 9, 16), may_roll=True)
        discount = str(rng.randrange(3, 9))
        return Bill("home, day and night", days, (day, night), _price(rng, 35, 62), discount)
    day = _register(rng, "day", rng.randrange(5000, 30000), _price(rng, 21, 29), may_roll=False)
    night = _register(rng, "night", rng.randrange(800, 9000), _price(rng, 12, 17), may_roll=False)
    return Bill(
        "small business",
        days,
        (day, night),
        _price(rng, 60, 140),
        str(rng.randrange(2, 6)),
        rng.randrange(20, 90),
        _price(rng, 3, 6),
        _price(rng, 0.5, 0.8),
        "20",
    )


def bills(level: int) -> list[Bill]:
    """The bills of a level, always the same ones."""
    rng = Random(f"energy bills, level {level}")
    return [draw_bill(rng, level) for _ in range(PER_LEVEL)]
