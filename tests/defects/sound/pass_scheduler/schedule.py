"""Passes of a shift, and the best plan for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from .models import Pass

SATELLITES = ("Aquila", "Borealis", "Corvus", "Draco", "Eridanus", "Fornax", "Grus", "Hydra")
COUNT = {1: 6, 2: 10, 3: 15}


def draw_passes(rng: Random, level: int) -> list[Pass]:
    """The passes of one shift, by time; many overlap."""
    count = COUNT[level]
    drawn = []
    for _ in range(count):
        start, length = rng.randint(0, 9 * count), rng.randint(5, 14)
        drawn.append((start, start + length, rng.choice(SATELLITES), rng.randint(8, 30) * length))
    drawn.sort()
    return [
        Pass(
            id=f"P{number:02d}",
            satellite=satellite,
            start=start,
            end=end,
            megabytes=megabytes,
            energy=3 * (end - start) + rng.randint(0, 20),
        )
        for number, (start, end, satellite, megabytes) in enumerate(drawn, 1)
    ]


def draw_budget(rng: Random, passes: Sequence[Pass]) -> int:
    """Energy for about a third to a half of all passes, and for the hungriest one at least."""
    total = sum(one.energy for one in passes)
    return max(max(one.energy for one in passes), int(total * rng.uniform(0.33, 0.5)))


def conflict(one: Pass, other: Pass, slew: int) -> bool:
    """Whether the antenna cannot serve both."""
    return one.start < other.end + slew and other.start < one.end + slew


def feasible(chosen: Iterable[Pass], slew: int) -> bool:
    """Whether no two chosen passes conflict."""
    plan = list(chosen)
    return not any(conflict(plan[i], plan[j], slew) for i in range(len(plan)) for j in range(i))


def best_plan(passes: Sequence[Pass], slew: int, budget: int) -> list[Pass]:
    """The plan with the most data, by a search over the passes in order of time."""
    best: tuple[int, list[Pass]] = (0, [])

    def extend(place: int, plan: list[Pass], data: int, energy: int) -> None:
        nonlocal best
        if data > best[0]:
            best = (data, list(plan))
        for index in range(place, len(passes)):
            one = passes[index]
            if energy + one.energy > budget:
                continue
            if any(conflict(one, other, slew) for other in plan):
                continue
            extend(index + 1, [*plan, one], data + one.megabytes, energy + one.energy)

    extend(0, [], 0, 0)
    return best[1]
