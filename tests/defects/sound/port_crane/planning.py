"""The yard, the time that orders take, and the best plan."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache

ASIDE_MINUTES = 1
BAYS = {1: 2, 2: 3, 3: 4}

Stack = tuple[tuple[int, int], ...]  # (value, lift minutes), the top container first


@dataclass(frozen=True)
class Yard:
    """What the ship finds: the stacks of the bays from 1, and the time of departure."""

    bays: tuple[Stack, ...]
    departure: int


def minutes_for(kind: str, crane: int, bay: int, lift: int) -> int:
    """How long an order takes."""
    if kind == "load":
        return abs(crane - bay) + lift + bay
    return abs(crane - bay) + ASIDE_MINUTES


def best_plan(
    bays: tuple[Stack, ...], crane: int, minutes: int
) -> tuple[int, tuple[str, int] | None]:
    """The most value that can be loaded in `minutes`, and the first order of such a plan.

    The order is None if nothing more can be loaded.
    """

    @cache
    def search(
        lifted: tuple[int, ...], crane: int, left: int
    ) -> tuple[int, tuple[str, int] | None]:
        best: tuple[int, tuple[str, int] | None] = (0, None)
        for number, stack in enumerate(bays):
            depth = lifted[number]
            if depth == len(stack):
                continue
            value, lift = stack[depth]
            after = (*lifted[:number], depth + 1, *lifted[number + 1 :])
            for kind, gain, place in (("load", value, 0), ("aside", 0, number + 1)):
                rest = left - minutes_for(kind, crane, number + 1, lift)
                if rest < 0:
                    continue
                total = gain + search(after, place, rest)[0]
                if total > best[0]:
                    best = (total, (kind, number + 1))
        return best

    return search((0,) * len(bays), crane, minutes)


def draw_yard(rng: random.Random, level: int) -> Yard:
    """A yard from which some, but not all containers can be loaded in time."""
    while True:
        bays = tuple(
            tuple(
                (rng.randint(1, 9), rng.randint(1, 4))
                for _ in range(rng.randint(2, 4 if level < 3 else 3))
            )
            for _ in range(BAYS[level])
        )
        departure = rng.randint(9, 13) + 3 * level
        everything = sum(
            minutes_for("load", 0, number, lift)
            for number, stack in enumerate(bays, 1)
            for _, lift in stack
        )
        if everything > 1.5 * departure:
            return Yard(bays, departure)
