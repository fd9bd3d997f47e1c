"""Change ringing: rows, changes in place notation, compositions.

In one change, bells in neighbouring places swap; each bell moves by at most one place. A change is
written as the places that stay, `x` if none does. A composition is true if no row occurs twice.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

LEVELS: dict[int, tuple[int, int]] = {1: (5, 2), 2: (5, 3), 3: (6, 4)}
"""By level: the number of bells, and of changes between the rows of a task."""
PER_LEVEL = 240


class Touch(NamedTuple):
    """A task: get from one row to another."""

    start: str
    target: str


@cache
def changes(bells: int) -> dict[str, tuple[int, ...]]:
    """Every change by its notation, as the left places (from 0) of the pairs that swap."""
    found = {}
    for pairs in _pairings(0, bells):
        if pairs:
            moved = {place for left in pairs for place in (left, left + 1)}
            stay = "".join(str(place + 1) for place in range(bells) if place not in moved)
            found[stay or "x"] = pairs
    return dict(sorted(found.items()))


def _pairings(place: int, bells: int) -> Iterator[tuple[int, ...]]:
    if place >= bells - 1:
        yield ()
        return
    yield from _pairings(place + 1, bells)
    for rest in _pairings(place + 2, bells):
        yield (place, *rest)


def ring(row: str, change: str) -> str:
    """The row after a change."""
    places = list(row)
    for left in changes(len(row))[change]:
        places[left], places[left + 1] = places[left + 1], places[left]
    return "".join(places)


@cache
def depths(bells: int) -> dict[str, int]:
    """For every row the least number of changes from rounds."""
    rounds = "123456789"[:bells]
    found, edge = {rounds: 0}, [rounds]
    while edge:
        reached = []
        for row in edge:
            for change in changes(bells):
                after = ring(row, change)
                if after not in found:
                    found[after] = found[row] + 1
                    reached.append(after)
        edge = reached
    return found


def distance(start: str, target: str) -> int:
    """The least number of changes between two rows."""
    return depths(len(start))["".join(str(start.index(bell) + 1) for bell in target)]


def touches(level: int) -> list[Touch]:
    """The tasks of a level: rows with a number of changes between them."""
    bells, length = LEVELS[level]
    rng = random.Random(f"touches {level}")
    found: dict[Touch, None] = {}
    while len(found) < PER_LEVEL:
        rows = ["".join(rng.sample("123456789"[:bells], bells))]
        for _ in range(length):
            rows.append(ring(rows[-1], rng.choice(list(changes(bells)))))
        if distance(rows[0], rows[-1]) == length:
            found[Touch(rows[0], rows[-1])] = None
    return list(found)


def compose(start: str, target: str) -> list[str]:
    """A shortest composition from one row to another."""
    composition: list[str] = []
    while start != target:
        change = min(changes(len(start)), key=lambda name: distance(ring(start, name), target))
        composition.append(change)
        start = ring(start, change)
    return composition


def judge(composition: str, touch: Touch, length: int) -> str:
    """What is wrong with a composition, or ""."""
    names = [name for name in composition.strip().lower().split(".") if name]
    if not names:
        return "no change was written"
    if len(names) > length:
        return "too many changes"
    rows = [touch.start]
    for name in names:
        if name not in changes(len(touch.start)):
            return "not a change on these bells"
        rows.append(ring(rows[-1], name))
    if len(set(rows)) < len(rows):
        return "a row occurs twice"
    return "" if rows[-1] == touch.target else "it ends in another row"
