"""Budgets, the rules of the call, and how a report is read."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

MONTHS = 36
RULES = {
    "travel": "Travel: at most 1500 per person and trip.",
    "equipment": "Equipment of 5000 or more needs three quotes; below that, none.",
    "meals": "Meals: at most 60 per person and day.",
    "staff": f"Staff: only in project months 1 to {MONTHS}.",
    "overheads": "Overheads: at most 15 % of the direct costs named in the same line.",
}
KINDS = {1: ("travel", "equipment"), 2: ("travel", "equipment", "meals", "staff"), 3: tuple(RULES)}
LINES = {1: 4, 2: 6, 3: 8}
_VERDICT = re.compile(
    r"\b(l\d{1,2})\s*(?:[:\-\u2013\u2014]|\bis\b)?\s*(allowed|refused)\b", re.IGNORECASE
)


def _travel(rng: Random, good: bool) -> str:
    people = rng.randrange(1, 5)
    each = rng.choice([900, 1200, 1500]) if good else rng.choice([1510, 1600, 1900])
    place = rng.choice(["Lisbon", "Oslo", "Nairobi", "Kyoto"])
    return f"trip to {place} for {people} people, {people * each} in total"


def _equipment(rng: Random, good: bool) -> str:
    thing = rng.choice(["centrifuge", "microscope", "server", "drone"])
    if good and rng.random() < 0.5:
        return f"{thing}, {rng.choice([1200, 3400, 4999])}, {rng.choice(['no quotes', '1 quote'])}"
    quotes = "3 quotes" if good else rng.choice(["no quotes", "1 quote", "2 quotes"])
    return f"{thing}, {rng.choice([5000, 6200, 8800])}, {quotes}"


def _meals(rng: Random, good: bool) -> str:
    people, days = rng.randrange(3, 9), rng.randrange(1, 4)
    each = rng.choice([35, 50, 60]) if good else rng.choice([62, 75, 90])
    return f"meals for {people} people on {days} days, {people * days * each} in total"


def _staff(rng: Random, good: bool) -> str:
    first = rng.randrange(1, 20)
    last = rng.choice([first + 11, MONTHS]) if good else rng.choice([MONTHS + 1, MONTHS + 6])
    return f"{rng.choice(['postdoc', 'technician'])}, months {first} to {last}"


def _overheads(rng: Random, good: bool) -> str:
    direct = rng.randrange(20, 90, 10) * 1000
    share = rng.choice([10, 14, 15]) if good else rng.choice([16, 18, 25])
    return f"overheads of {direct * share // 100} on direct costs of {direct}"


_WRITERS: dict[str, Callable[[Random, bool], str]] = {
    "travel": _travel,
    "equipment": _equipment,
    "meals": _meals,
    "staff": _staff,
    "overheads": _overheads,
}


def draft(number: int, level: int) -> tuple[list[str], dict[str, str]]:
    """The lines of budget `number`, and their verdicts; both verdicts occur."""
    rng = Random(f"budget {number} {level}")
    goods = [True, False] + [rng.random() < 0.5 for _ in range(LINES[level] - 2)]
    rng.shuffle(goods)
    kinds = [*KINDS[level], *rng.choices(KINDS[level], k=LINES[level] - len(KINDS[level]))]
    rng.shuffle(kinds)
    lines, verdicts = [], {}
    for place, (kind, good) in enumerate(zip(kinds, goods, strict=True), 1):
        lines.append(f"L{place} ({kind}): {_WRITERS[kind](rng, good)}")
        verdicts[f"L{place}"] = "allowed" if good else "refused"
    return lines, verdicts


def read(report: str) -> dict[str, set[str]]:
    """The verdicts that a report gives for each line."""
    given: dict[str, set[str]] = {}
    for line, verdict in _VERDICT.findall(report):
        given.setdefault(line.upper(), set()).add(verdict.lower())
    return given


def right(verdicts: dict[str, str], given: dict[str, set[str]]) -> int:
    """How many lines have the right verdict."""
    return sum(given.get(line) == {verdict} for line, verdict in verdicts.items())
