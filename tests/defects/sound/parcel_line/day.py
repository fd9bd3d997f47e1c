"""A day at the line: its rules and its parcels."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

CHUTES = ("A", "B", "C", "D")
PARCELS = 16
MARKS = ("", "", "", "express", "fragile", "gift")


@dataclass(frozen=True)
class Parcel:
    postcode: str
    grams: int
    mark: str
    smudged: bool


def make_rules(rng: Random) -> list[tuple[str, int, int, str]]:
    """Rules that cover every parcel."""
    chutes = list(CHUTES)
    rng.shuffle(chutes)
    first, second = sorted(rng.sample(range(1, 9), 2))
    zones = [("zone", 0, first - 1), ("zone", first, second - 1), ("zone", second, 9)]
    rules = [("express", 0, 0, chutes[0]), ("heavy", rng.randrange(12, 24) * 500, 0, chutes[1])]
    rng.shuffle(rules)
    return rules + [(*zone, chute) for zone, chute in zip(zones, chutes[1:], strict=False)]


def make_parcels(rng: Random, level: str) -> list[Parcel]:
    """The parcels in the order of the belt."""
    return [
        Parcel(
            postcode=f"{rng.randrange(100000):05d}",
            grams=rng.randrange(100, 15000),
            mark=rng.choice(MARKS),
            smudged=rng.random() < 0.35 and level == "hard",
        )
        for _ in range(PARCELS)
    ]


def chute_of(parcel: Parcel, rules: list[tuple[str, int, int, str]]) -> str:
    """Where a parcel belongs."""
    for kind, low, high, chute in rules:
        if kind == "express" and parcel.mark == "express":
            return chute
        if kind == "heavy" and parcel.grams >= low:
            return chute
        if kind == "zone" and low <= int(parcel.postcode[0]) <= high:
            return chute
    raise AssertionError("the zones cover all postcodes")
