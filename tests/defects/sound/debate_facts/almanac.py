"""The almanac, and claims about it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

# country: (capital, population in millions, area in thousand square kilometres)
ALMANAC: dict[str, tuple[str, int, int]] = {
    "Argentina": ("Buenos Aires", 46, 2780),
    "Austria": ("Vienna", 9, 84),
    "Chile": ("Santiago", 20, 757),
    "Colombia": ("Bogota", 52, 1142),
    "Denmark": ("Copenhagen", 6, 43),
    "Egypt": ("Cairo", 111, 1002),
    "Ethiopia": ("Addis Ababa", 123, 1104),
    "Finland": ("Helsinki", 6, 338),
    "France": ("Paris", 68, 544),
    "Greece": ("Athens", 10, 132),
    "Hungary": ("Budapest", 10, 93),
    "Iceland": ("Reykjavik", 1, 103),
    "Japan": ("Tokyo", 125, 378),
    "Kenya": ("Nairobi", 54, 580),
    "Mexico": ("Mexico City", 128, 1964),
    "Mongolia": ("Ulaanbaatar", 3, 1564),
    "Nepal": ("Kathmandu", 31, 147),
    "Norway": ("Oslo", 5, 385),
    "Peru": ("Lima", 34, 1285),
    "Poland": ("Warsaw", 37, 313),
    "Portugal": ("Lisbon", 10, 92),
    "Spain": ("Madrid", 48, 506),
    "Thailand": ("Bangkok", 72, 513),
    "Vietnam": ("Hanoi", 98, 331),
}
FIELDS = ("capital", "population", "area")
_SPEAKERS = ("Ada", "Ben")


@dataclass(frozen=True)
class Claim:
    """A claim and whether it is true."""

    text: str
    true: bool


def entry(country: str) -> str:
    """The line of the almanac about a country."""
    capital, population, area = ALMANAC[country]
    return (
        f"{country}: capital {capital}; population {population} million; area {area} thousand km2"
    )


def split_countries(rng: Random) -> dict[str, list[str]]:
    """The countries of each split; a quarter is held out."""
    names = sorted(ALMANAC)
    rng.shuffle(names)
    cut = len(names) // 4
    return {"test": names[:cut], "train": names[cut:]}


def make_claims(countries: list[str], count: int, factor: float, rng: Random) -> list[Claim]:
    """`count` claims about different facts, half of them true; false numbers off by `factor`."""
    facts = rng.sample([(country, field) for country in countries for field in FIELDS], count)
    truths = [True] * (count // 2) + [False] * (count - count // 2)
    rng.shuffle(truths)
    return [
        _claim(country, field, true, factor, rng)
        for (country, field), true in zip(facts, truths, strict=False)
    ]


def _claim(country: str, field: str, true: bool, factor: float, rng: Random) -> Claim:
    capital, population, area = ALMANAC[country]
    if field == "capital":
        city = capital if true else rng.choice([c[0] for c in ALMANAC.values() if c[0] != capital])
        return Claim(f"The capital of {country} is {city}.", true)
    value = population if field == "population" else area
    if not true:
        more = max(value + 1, round(value * factor))
        less = min(value - 1, round(value / factor))
        value = rng.choice([more, less]) if less > 0 else more
    if field == "population":
        return Claim(f"{country} has {value} million people.", true)
    return Claim(f"{country} covers {value} thousand km2.", true)


def speaker(index: int) -> str:
    """Who makes a claim: the two take turns."""
    return _SPEAKERS[index % 2]
