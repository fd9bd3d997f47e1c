"""Hives, supers and swarms. Bees are counted in thousands."""

from __future__ import annotations

import re
from random import Random

BROOD_BOX, SUPER = 20, 10
Hives = dict[str, list[int]]  # name: bees, supers


def apply(hives: Hives, name: str, what: str, amount: int) -> bool:
    """Carry out a line of the log. Whether the hive swarmed."""
    hive = hives[name]
    hive[0 if what == "bees" else 1] += amount
    if hive[0] <= BROOD_BOX + SUPER * hive[1]:
        return False
    leaving = hive[0] // 2
    hive[0] -= leaving
    empty = [other for other in sorted(hives) if hives[other][0] == 0]
    if empty:
        hives[empty[0]][0] = leaving
    return True


def draw(rng: Random, number: int, lines: int) -> tuple[Hives, list[str], dict[str, int]]:
    """The hives at the start, the log, and the bees at the end."""
    names = "ABCDEF"[:number]
    while True:
        start = {name: [rng.randint(8, 20), rng.randint(0, 2)] for name in names}
        start[rng.choice(names)] = [0, 0]
        hives, log, swarms = {name: list(hive) for name, hive in start.items()}, [], 0
        while len(log) < lines:
            name = rng.choice(names)
            bees, supers = hives[name]
            if bees == 0:
                continue
            kind = rng.choice(("grows", "grows", "grows", "loses", "on", "off"))
            amount = rng.randint(3, 12)
            if (kind == "loses" and amount >= bees) or (kind == "off" and not supers):
                continue
            if kind in ("grows", "loses"):
                log.append(f"day {3 * len(log) + 2}: hive {name} {kind} {amount}")
                swarms += apply(hives, name, "bees", amount if kind == "grows" else -amount)
            else:
                log.append(f"day {3 * len(log) + 2}: super {kind} hive {name}")
                swarms += apply(hives, name, "supers", 1 if kind == "on" else -1)
        final = {name: hive[0] for name, hive in hives.items()}
        if swarms and final != {name: hive[0] for name, hive in start.items()}:
            return start, log, final


def read(text: str) -> dict[str, int] | None:
    """The count in a text, None if it is none."""
    count: dict[str, int] = {}
    for word in text.split():
        match = re.fullmatch(r"([A-F])=([0-9]{1,4})", word)
        if match is None or match[1] in count:
            return None
        count[match[1]] = int(match[2])
    return count or None
