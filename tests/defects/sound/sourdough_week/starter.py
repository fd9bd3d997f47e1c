"""When a starter is ripe, and when the baker sleeps."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

RIPE = {1: (4, 6), 3: (7, 9), 5: (10, 12)}  # parts of flour: first and last hour after the feeding
SLEEP = ((22, 6), (23, 7), (0, 7), (21, 5), (1, 8))


class Week(NamedTuple):
    clock: int
    parts: int
    bake: int
    quiet: tuple[int, int]


def asleep(week: Week, hour: int) -> bool:
    """Whether the baker sleeps so many hours after the start."""
    start, end = week.quiet
    now = (week.clock + hour) % 24
    if start <= end:
        return start <= now < end
    return now >= start or now < end


def check(week: Week, feedings: list[tuple[int, int]]) -> str:
    """The first mistake of a schedule, or nothing."""
    last, parts = 0, week.parts
    for hour, flour in feedings:
        if flour not in RIPE:
            return f"flour is 1, 3 or 5 parts, not {flour}"
        first, final = RIPE[parts]
        if not first <= hour - last <= final:
            return f"the starter is not ripe at hour {hour}"
        if asleep(week, hour):
            return f"the baker sleeps at hour {hour}"
        last, parts = hour, flour
    first, final = RIPE[parts]
    return "" if first <= week.bake - last <= final else "the starter is not ripe for the dough"


def solve(week: Week) -> list[tuple[int, int]] | None:
    """A schedule without a mistake, as deep as it takes; dead ends are remembered."""
    dead: set[tuple[int, int]] = set()

    def go(last: int, parts: int) -> list[tuple[int, int]] | None:
        first, final = RIPE[parts]
        if first <= week.bake - last <= final:
            return []
        if (last, parts) in dead:
            return None
        for hour in range(last + first, min(last + final, week.bake - 1) + 1):
            for flour in RIPE:
                if not asleep(week, hour):
                    rest = go(hour, flour)
                    if rest is not None:
                        return [(hour, flour), *rest]
        dead.add((last, parts))
        return None

    return go(0, week.parts)


def draw(rng: Random) -> Week:
    """A week for which there is a schedule."""
    while True:
        quiet = rng.choice(SLEEP)
        week = Week(rng.randint(6, 20), rng.choice(list(RIPE)), rng.randint(24, 72), quiet)
        if not asleep(week, 0) and not asleep(week, week.bake) and solve(week):
            return week
