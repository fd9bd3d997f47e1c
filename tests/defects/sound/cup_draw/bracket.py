"""Seeding, and the order of a bracket."""

from __future__ import annotations

import random
from typing import NamedTuple

NAMES = (
    "Ada", "Bea", "Cal", "Dov", "Eli", "Flo", "Gus", "Hal", "Ivo", "Jan", "Kai", "Lea", "Mia",
    "Ned", "Oda", "Pia",
)  # fmt: skip
BYE = "bye"

Pairs = list[tuple[str, str]]


class Entrant(NamedTuple):
    """A player of the cup."""

    name: str
    points: int
    wins: int


def seeded(entrants: list[Entrant]) -> list[str]:
    """Names from the first seed on: by points, then by wins, then in the order of the alphabet."""
    ranked = sorted(entrants, key=lambda one: (-one.points, -one.wins, one.name))
    return [one.name for one in ranked]


def lines(size: int) -> list[int]:
    """Seeds from the top of the bracket to the bottom; size is a power of two."""
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for high in order for seed in (high, total - high)]
    return order


def first_round(names: list[str]) -> Pairs:
    """Matches from top to bottom, the better seed first in each."""
    size = 1 << (len(names) - 1).bit_length()
    padded = names + [BYE] * (size - len(names))
    order = [padded[seed - 1] for seed in lines(size)]
    return list(zip(order[::2], order[1::2], strict=True))


def field(rng: random.Random, size: int) -> list[Entrant]:
    """Players of a cup in any order; wins decide between some of them."""
    while True:
        entrants: list[Entrant] = []
        for name in rng.sample(NAMES, size):
            if entrants and rng.random() < 0.035:
                entrants.append(rng.choice(entrants)._replace(name=name))
            else:
                wins = rng.randint(2, 14)
                entrants.append(Entrant(name, 3 * wins + rng.randint(0, 9), wins))
        listed = [one.name for one in entrants]
        level = [one._replace(wins=0) for one in entrants]
        if seeded(entrants) not in (listed, sorted(listed), seeded(level)):
            return entrants


def write(pairs: Pairs) -> str:
    """A round as text."""
    return "; ".join(f"{home} v {away}" for home, away in pairs)


def read(text: str) -> Pairs | None:
    """The round in a text, or None if a match cannot be read."""
    pairs: Pairs = []
    for match in text.split(";"):
        words = match.split()
        if len(words) != 3 or words[1] != "v":
            return None
        pairs.append((words[0], words[2]))
    return pairs
