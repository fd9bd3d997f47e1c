"""Calendars with doubles and overlaps."""

from __future__ import annotations

from itertools import combinations
from random import Random

from .models import Entry

OPENS, CLOSES = 9, 17
TITLES = (
    "budget review", "hiring panel", "site visit", "design call", "weekly sync", "legal check",
    "press interview", "safety drill", "training", "client demo", "retrospective", "supplier call",
)  # fmt: skip


def overlap(one: Entry, other: Entry) -> bool:
    """Whether two entries share an hour."""
    same_day = one.day == other.day
    return (
        same_day and one.start < other.start + other.hours and other.start < one.start + one.hours
    )


def meeting(entry: Entry) -> tuple[str, int]:
    """What a meeting is known by, wherever it is moved."""
    return entry.title, entry.hours


def doubles(entries: list[Entry]) -> list[str]:
    """The ids of entries that repeat an earlier one."""
    seen: set[tuple[str, int]] = set()
    found = []
    for entry in entries:
        if meeting(entry) in seen:
            found.append(entry.id)
        seen.add(meeting(entry))
    return found


def clashes(entries: list[Entry]) -> list[tuple[str, str]]:
    """The pairs of ids of different meetings that overlap."""
    return [
        (one.id, other.id)
        for one, other in combinations(entries, 2)
        if meeting(one) != meeting(other) and overlap(one, other)
    ]


def build(rng: Random, days: int) -> list[Entry]:
    """For each day two fixed meetings, a movable one that overlaps, and a free one; and doubles."""
    titles = rng.sample(TITLES, 4 * days)
    entries = []
    for day in range(1, days + 1):
        first, second = rng.choice([(9, 12), (10, 14), (9, 14), (9, 13)])
        clash = rng.choice([first, second])
        plan = [
            (first, 2, False),
            (second, 2, False),
            (clash, rng.choice([1, 2]), True),
            (16, 1, True),
        ]
        for start, hours, movable in plan:
            entries.append((titles.pop(), day, start, hours, movable))
    entries += rng.sample(entries, days)
    rng.shuffle(entries)
    owners: dict[str, str] = {}
    made = []
    for number, (title, day, start, hours, movable) in enumerate(entries, 1):
        owner = "Ada" if owners.get(title, rng.choice(["Ada", "Ben"])) == "Ben" else "Ben"
        owners[title] = owner
        made.append(
            Entry(
                id=f"e{number}",
                title=title,
                owner=owner,
                day=day,
                start=start,
                hours=hours,
                movable=movable,
            )
        )
    return made
