"""Guests and what the town offers."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

KINDS = {
    "dinner": ("vegetarian", "seafood", "rooftop"),
    "museum": ("guided", "modern", "children"),
    "transfer": ("airport", "station", "harbour"),
    "spa": ("sauna", "massage", "pool"),
    "theatre": ("musical", "opera", "comedy"),
}
WISHES = 4


@dataclass(frozen=True)
class Offer:
    service: str
    kind: str
    tags: tuple[str, ...]
    price: int


@dataclass(frozen=True)
class Wish:
    kind: str
    tag: str
    persons: int


def make_town(rng: Random) -> tuple[list[Offer], list[Wish], int]:
    """Services, wishes and a budget."""
    wishes = [
        Wish(kind, rng.choice(KINDS[kind]), rng.randrange(1, 6))
        for kind in rng.sample(list(KINDS), WISHES)
    ]
    wanted = {wish.kind: wish.tag for wish in wishes}
    rows: list[tuple[str, tuple[str, ...], int]] = []
    budget = 4
    for kind, tags in KINDS.items():
        tag = wanted.get(kind, tags[0])
        others = [other for other in tags if other != tag]
        price = rng.randrange(20, 40)
        rows += [
            (kind, (tag,), price),
            (kind, tuple(sorted((tag, rng.choice(others)))), price + rng.randrange(6, 12)),
            (kind, (tag,), price + rng.randrange(15, 30)),
            (kind, tuple(others), price - rng.randrange(3, 15)),
            (kind, (others[0],), price + rng.randrange(-10, 10)),
        ]
        budget += sum(price * wish.persons for wish in wishes if wish.kind == kind)
    rng.shuffle(rows)
    offers = [Offer(f"S{number:02d}", *row) for number, row in enumerate(rows, start=1)]
    return offers, wishes, budget
