"""Flowers, and the briefs of customers."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

# flower: (colour, price of a stem)
FLOWERS: dict[str, tuple[str, int]] = {
    "rose": ("red", 4),
    "carnation": ("red", 2),
    "gerbera": ("red", 3),
    "tulip": ("yellow", 2),
    "sunflower": ("yellow", 5),
    "freesia": ("yellow", 3),
    "lily": ("white", 5),
    "daisy": ("white", 1),
    "lisianthus": ("white", 4),
    "iris": ("blue", 3),
    "delphinium": ("blue", 5),
    "cornflower": ("blue", 2),
    "fern": ("green", 1),
    "eucalyptus": ("green", 2),
    "ruscus": ("green", 2),
}
SIZES = {"small": (2, 5), "large": (6, 11)}


@dataclass(frozen=True)
class Brief:
    main: str
    main_stems: int
    second: str
    second_stems: int
    green_stems: int
    favourite: str
    avoid: str
    budget: int


def cheapest(colour: str, avoid: str) -> str:
    """The cheapest flower of a colour that is not the one to avoid."""
    return min(
        (f for f, (c, _) in FLOWERS.items() if c == colour and f != avoid),
        key=lambda f: (FLOWERS[f][1], f),
    )


def draw(rng: Random, size: str) -> Brief:
    """A brief that can be met."""
    low, high = SIZES[size]
    main, second = rng.sample(["red", "yellow", "white", "blue"], 2)
    stems = [rng.randint(low, high), rng.randint(low, high), rng.randint(1, low)]
    favourite, avoid = rng.sample([f for f, (c, _) in FLOWERS.items() if c != "green"], 2)
    need = FLOWERS[favourite][1]
    for colour, number in zip((main, second, "green"), stems, strict=True):
        need += number * FLOWERS[cheapest(colour, avoid)][1]
    return Brief(
        main, stems[0], second, stems[1], stems[2], favourite, avoid, need + rng.randint(0, 3)
    )


def wishes(brief: Brief, bouquet: dict[str, int]) -> dict[str, bool]:
    """Which wishes a bouquet meets."""

    def stems(colour: str) -> int:
        return sum(n for f, n in bouquet.items() if FLOWERS[f][0] == colour)

    return {
        "main colour": stems(brief.main) >= brief.main_stems,
        "second colour": stems(brief.second) >= brief.second_stems,
        "greenery": stems("green") >= brief.green_stems,
        "favourite": bouquet.get(brief.favourite, 0) > 0,
    }


def score(brief: Brief, bouquet: dict[str, int]) -> float:
    """The score of a bouquet."""
    if bouquet.get(brief.avoid, 0):
        return 0.0
    return sum(wishes(brief, bouquet).values()) / 4


def price(bouquet: dict[str, int]) -> int:
    """What a bouquet costs."""
    return sum(FLOWERS[f][1] * n for f, n in bouquet.items())
