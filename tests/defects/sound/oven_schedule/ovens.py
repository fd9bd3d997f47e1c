"""Mornings in the bakery, and the plans for them. Times are minutes after midnight."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

OVENS = ("A", "B")
OPENS, CLOSES = 4, 12
"""Hours between which baking may start."""
RELOAD, HEAT = 5, 20
LEVELS = {1: 5, 2: 8}
"""Orders of a morning, by level."""
BREADS = {
    "rye": (60, 240),
    "baguette": (25, 240),
    "sourdough": (45, 240),
    "brioche": (35, 180),
    "croissant": (20, 180),
    "milk-loaf": (40, 200),
    "raisin-bun": (20, 200),
    "flatbread": (10, 260),
}
"""Minutes and degrees of a bread."""


class PlanError(ValueError):
    """What is wrong with a plan."""


@dataclass(frozen=True)
class Batch:
    """An order: it fills an oven."""

    name: str
    minutes: int
    degrees: int
    due: int


@dataclass(frozen=True)
class Slot:
    """A line of a plan."""

    start: int
    oven: str
    batch: Batch


def draw_morning(rng: Random, level: int) -> list[Batch]:
    """Orders that can all be ready in time, but not if the most urgent is always baked next."""
    while True:
        batches = _draw(rng, LEVELS[level])
        if not _most_urgent_next(batches):
            return batches


def _draw(rng: Random, count: int) -> list[Batch]:
    """Orders from a plan that is then forgotten."""
    free: dict[str, tuple[int, int]] = {}
    batches = []
    for number in range(1, count + 1):
        bread = rng.choice(sorted(BREADS))
        minutes, degrees = BREADS[bread]
        oven = rng.choice(OVENS) if len(free) == len(OVENS) else OVENS[len(free)]
        end = earliest(free.get(oven), degrees) + minutes
        free[oven] = (end, degrees)
        batches.append(Batch(f"{bread}-{number}", minutes, degrees, end + 5 * rng.randint(0, 3)))
    rng.shuffle(batches)
    return [
        Batch(f"{batch.name.rpartition('-')[0]}-{number}", batch.minutes, batch.degrees, batch.due)
        for number, batch in enumerate(batches, 1)
    ]


def earliest(before: tuple[int, int] | None, degrees: int) -> int:
    """When an oven is ready, after an order that ended at a time and was baked at a temperature."""
    if before is None:
        return 60 * OPENS
    end, last_degrees = before
    return end + (RELOAD if degrees == last_degrees else HEAT)


def _most_urgent_next(batches: Sequence[Batch]) -> bool:
    """Whether it works to bake by due time, each order in the oven that is ready first."""
    free: dict[str, tuple[int, int]] = {}
    for batch in sorted(batches, key=lambda each: (each.due, each.name)):
        oven = min(OVENS, key=lambda each: earliest(free.get(each), batch.degrees))
        end = earliest(free.get(oven), batch.degrees) + batch.minutes
        if end > batch.due:
            return False
        free[oven] = (end, batch.degrees)
    return True


def check_plan(text: str, batches: Sequence[Batch]) -> None:
    """Check a plan.

    Raises:
        PlanError: the first thing that is wrong with it.
    """
    slots = _read_plan(text, {batch.name: batch for batch in batches})
    for batch in batches:
        planned = sum(slot.batch is batch for slot in slots)
        if planned != 1:
            raise PlanError(f"{batch.name} is planned {planned} times")
    for oven in OVENS:
        free: tuple[int, int] | None = None
        for slot in sorted((s for s in slots if s.oven == oven), key=lambda slot: slot.start):
            batch = slot.batch
            if free is not None and slot.start < earliest(free, batch.degrees):
                raise PlanError(f"oven {oven} is not ready for {batch.name}")
            if slot.start + batch.minutes > batch.due:
                raise PlanError(f"{batch.name} is not ready in time")
            free = (slot.start + batch.minutes, batch.degrees)


def _read_plan(text: str, batches: dict[str, Batch]) -> list[Slot]:
    slots = []
    for line in text.strip().splitlines():
        words = line.split()
        if len(words) != 3:
            raise PlanError("a line must have a start, an oven and an order")
        start, oven, name = words
        if oven not in OVENS:
            raise PlanError("there is no such oven")
        if name not in batches:
            raise PlanError("there is no such order")
        slots.append(Slot(_read_clock(start), oven, batches[name]))
    return slots


def _read_clock(text: str) -> int:
    """A start, HH:MM, within the hours of the bakery."""
    found = re.fullmatch("([0-9]{2}):([0-5][0-9])", text)
    if found is None:
        raise PlanError("a start must be written HH:MM")
    hour, minute = int(found[1]), int(found[2])
    if not OPENS <= hour < CLOSES:
        raise PlanError("the bakery is closed at that hour")
    return 60 * hour + minute


def clock(minutes: int) -> str:
    """Minutes after midnight as HH:MM."""
    return f"{minutes // 60:02d}:{minutes % 60:02d}"
