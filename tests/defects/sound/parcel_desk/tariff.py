"""Parcels, zones and prices."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

LEVELS = (1, 2, 3)
BANDS_G = (500, 1000, 2000, 5000, 10000, 20000)
ZONES = ("1", "2", "3", "4", "5")
COUNTRIES = [
    "Austria",
    "Belgium",
    "Chile",
    "Denmark",
    "Egypt",
    "Finland",
    "Ghana",
    "Hungary",
    "Iceland",
    "Japan",
    "Kenya",
    "Latvia",
    "Malta",
    "Norway",
    "Oman",
    "Peru",
    "Qatar",
    "Romania",
    "Spain",
    "Togo",
    "Uruguay",
    "Vietnam",
]
CONTENTS = ("books", "a lamp", "shoes", "a drum", "tea", "curtains", "a clock", "tools", "pillows")
BULKY_CM, BULKY_CENTS = 60, 350


@dataclass(frozen=True)
class Parcel:
    """A parcel; `zone` is that of its country this month."""

    country: str
    zone: str
    contents: str
    sides_cm: tuple[int, int, int]
    weight_g: int
    insured_eur: int

    def size_text(self) -> str:
        """The sides, as the tape shows them."""
        return " x ".join(map(str, self.sides_cm)) + " cm"


def draw_tariff(rng: Random) -> dict[str, list[int]]:
    """The prices of a month: they rise with the zone and with the band."""
    tariff, base = {}, rng.randint(380, 520)
    for zone in ZONES:
        price, row = base, []
        for _ in BANDS_G:
            row.append(price)
            price += rng.randint(120, 600)
        tariff[zone] = row
        base += rng.randint(130, 420)
    return tariff


def draw_parcel(rng: Random) -> Parcel:
    """A random parcel; about half of them are so light that their volume counts."""
    first, second, third = (rng.randint(8, limit) for limit in (80, 40, 30))
    volume_g = first * second * third // 5
    weight = min(BANDS_G[-1], max(120, int(volume_g * rng.uniform(0.4, 1.9))))
    return Parcel(
        country=rng.choice(COUNTRIES),
        zone=rng.choice(ZONES),
        contents=rng.choice(CONTENTS),
        sides_cm=(first, second, third),
        weight_g=weight,
        insured_eur=rng.choice((0, 0, rng.randint(20, 900))),
    )


def postage(
    tariff: dict[str, list[int]],
    zone: str,
    sides_cm: tuple[int, ...],
    weight_g: int,
    insured_eur: int,
) -> int:
    """The price in cents: the band of the chargeable weight, bulk and insurance."""
    volume_g = sides_cm[0] * sides_cm[1] * sides_cm[2] // 5
    chargeable = max(weight_g, volume_g)
    band = next(number for number, limit in enumerate(BANDS_G) if chargeable <= limit)
    bulky = BULKY_CENTS if max(sides_cm) > BULKY_CM else 0
    return tariff[zone][band] + bulky + insured_eur
