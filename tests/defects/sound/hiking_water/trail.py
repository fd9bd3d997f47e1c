"""Trails, plans and what becomes of the hiker."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

NAMES = (
    "Birch Spring", "Lone Tank", "Miller Creek", "Juniper Seep", "Old Mill", "Raven Pool",
    "Granite Tap", "Willow Ford", "Fox Well", "Cedar Trough", "Goat Cistern", "Hermit Brook",
)  # fmt: skip
PLENTY = 20_000
LEVELS = {1: (14, 3), 2: (22, 5), 3: (32, 7)}  # level: kilometres, stops
_LINE = re.compile(
    r"fill\s+(.+?)\s+([0-9]{1,6}(?:\.[0-9]{1,6})?)\s*(ml|l)", re.IGNORECASE | re.ASCII
)


class PlanError(Exception):
    """The plan cannot be carried out; the message says why."""


@dataclass(frozen=True)
class Trail:
    """A day's walk. `stops` are (kilometre, name, yield in ml), by kilometre."""

    length: int
    drink: int
    capacity: int
    stops: tuple[tuple[int, str, int], ...]


def read_plan(text: str, trail: Trail) -> list[tuple[int, int]]:
    """The fillings of a plan as (number of the stop, ml), in the order of the trail.

    Raises:
        PlanError: a line is not a filling, or names a stop that does not exist.
    """
    numbers = {name.casefold(): number for number, (_, name, _) in enumerate(trail.stops)}
    fills = []
    for line in filter(None, map(str.strip, text.splitlines())):
        match = _LINE.fullmatch(line)
        if match is None:
            raise PlanError(f"not a filling: {line[:60]}")
        name, amount, unit = match.groups()
        if name.casefold() not in numbers:
            raise PlanError(f"no water at {name[:40]}")
        ml = float(amount) * (1 if unit.lower() == "ml" else 1000)
        fills.append((numbers[name.casefold()], round(ml)))
    return sorted(fills, key=lambda fill: fill[0])


def walk(trail: Trail, fills: Sequence[tuple[int, int]]) -> float:
    """Walk the trail; returns the load in litre-kilometres.

    Raises:
        PlanError: a filling is impossible, or the hiker runs dry.
    """
    left = {number: amount for number, (_, _, amount) in enumerate(trail.stops)}
    water, load = 0, 0
    for km in range(trail.length):
        for number, ml in fills:
            if trail.stops[number][0] != km:
                continue
            name = trail.stops[number][1]
            if ml > left[number]:
                raise PlanError(f"{name} does not have {ml} ml")
            if water + ml > trail.capacity:
                raise PlanError(f"{ml} ml from {name} do not fit into the bottles")
            left[number] -= ml
            water += ml
        load += water
        water -= trail.drink
        if water < 0:
            raise PlanError(f"dry before km {km + 1}")
    return load / 1000


def lightest(trail: Trail) -> dict[int, int]:
    """The lightest plan: every kilometre's water comes from the last stop that can still give it.

    Serving each kilometre from the nearest stop behind it that has water left keeps the water in
    the bottles for as short a way as possible.

    Raises:
        PlanError: no plan works.
    """
    left = [amount for _, _, amount in trail.stops]
    taken = dict.fromkeys(range(len(trail.stops)), 0)
    carried = [0] * trail.length  # the water in the bottles on each kilometre
    for km in range(trail.length):
        need = trail.drink
        for number in reversed(range(len(trail.stops))):
            start = trail.stops[number][0]
            if start > km or need == 0:
                continue
            room = trail.capacity - max(carried[start : km + 1])
            draw = min(need, left[number], max(0, room))
            left[number] -= draw
            taken[number] += draw
            need -= draw
            for passed in range(start, km + 1):
                carried[passed] += draw
        if need:
            raise PlanError("no plan works")
    return {number: ml for number, ml in taken.items() if ml}


def write_plan(trail: Trail, amounts: Mapping[int, int]) -> str:
    """A plan as a text."""
    return "\n".join(f"fill {trail.stops[number][1]} {ml} ml" for number, ml in amounts.items())


def new_trail(rng: Random, level: int) -> Trail:
    """A trail on which some stop gives less than the way to the next one needs."""
    length, count = LEVELS[level]
    while True:
        drink = rng.choice((150, 200, 250))
        kms = [0, *sorted(rng.sample(range(2, length - 1), count - 1))]
        names = rng.sample(NAMES, count)
        gaps = [b - a for a, b in zip(kms, [*kms[1:], length], strict=True)]
        yields = [PLENTY]
        for gap in gaps[1:]:
            scarce = max(50, int(gap * drink * rng.uniform(0.3, 0.9)) // 50 * 50)
            yields.append(scarce if rng.random() < 0.6 else PLENTY)
        if PLENTY not in yields or all(amount == PLENTY for amount in yields):
            continue
        capacity = -(-drink * max(gaps) * 2 // 500) * 500
        trail = Trail(length, drink, capacity, tuple(zip(kms, names, yields, strict=True)))
        try:
            plan = lightest(trail)
            free = lightest(replace(trail, capacity=10**9))
            walk(trail, sorted(plan.items()))
        except PlanError:
            continue
        if plan == free:  # the bottles are large enough for the lightest plan
            return trail
