"""Pouring, and which tasks there are."""

from __future__ import annotations

from collections import deque
from functools import cache
from math import gcd
from typing import NamedTuple

MAX_POURS = 16
LEVELS = {1: (2, 4), 2: (5, 8), 3: (9, 99)}
JUGS = "ABC"
Holds = tuple[int, int, int]
MOVES = [(source, into) for source in range(3) for into in range(3) if source != into]


class Task(NamedTuple):
    """Sizes of the jugs, and the target."""

    sizes: tuple[int, int, int]
    target: int


def pour(sizes: tuple[int, ...], holds: tuple[int, ...], source: int, into: int) -> Holds:
    """What the jugs hold after a pour."""
    after = list(holds)
    if source != into:
        moved = min(holds[source], sizes[into] - holds[into])
        after[source] -= moved
        after[into] += moved
    return (after[0], after[1], after[2])


def solution(task: Task, start: Holds) -> list[tuple[int, int]] | None:
    """A shortest list of pours that solves a task from `start`; None if there is none."""
    before: dict[Holds, tuple[Holds, tuple[int, int]] | None] = {start: None}
    pending = deque([start])
    while pending:
        holds = pending.popleft()
        if task.target in holds:
            pours = []
            while (step := before[holds]) is not None:
                holds, move = step
                pours.append(move)
            return pours[::-1]
        for move in MOVES:
            after = pour(task.sizes, holds, *move)
            if after not in before:
                before[after] = (holds, move)
                pending.append(after)
    return None


@cache
def all_tasks() -> dict[int, list[Task]]:
    """The tasks by level, in a fixed order."""
    found: dict[int, list[Task]] = {level: [] for level in LEVELS}
    for large in range(7, 17):
        for middle in range(large // 2 + 1, large):
            for small in range(2, large - middle + 3):
                if small >= middle or gcd(middle, small) > 1:
                    continue
                for target in range(1, large // 2 + 1):
                    task = Task((large, middle, small), target)
                    pours = solution(task, (large, 0, 0))
                    for level, (low, high) in LEVELS.items():
                        if pours is not None and low <= len(pours) <= high:
                            found[level].append(task)
    return found
