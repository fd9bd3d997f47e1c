"""Word ladders: the stored words and tasks, and the rules."""

from __future__ import annotations

import itertools
import json
import zlib
from collections import deque
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

LEVELS = {1: 3, 2: 4, 3: 5}  # by level: changes of the shortest ladder
SPLITS = ("train", "test")


class Task(NamedTuple):
    """A start and a goal."""

    start: str
    goal: str


class Book(NamedTuple):
    """The words, and the tasks by level."""

    words: tuple[str, ...]
    tasks: dict[int, list[Task]]


def load() -> Book:
    """The stored words and tasks."""
    path = Path(__file__).with_name("ladders.json")
    data = json.loads(path.read_text(encoding="utf-8"))
    tasks = {level: [Task(*pair) for pair in data["tasks"][str(level)]] for level in LEVELS}
    return Book(tuple(data["words"]), tasks)


def split_of(task: Task) -> str:
    """The split of a task; it depends on nothing but its words."""
    key = "-".join(sorted(task))
    return "test" if zlib.crc32(key.encode()) % 4 == 0 else "train"


def adjacent(one: str, other: str) -> bool:
    """Whether two words differ in exactly one letter."""
    return len(one) == len(other) and sum(a != b for a, b in zip(one, other, strict=True)) == 1


def objection(task: Task, words: Collection[str], rungs: list[str]) -> str:
    """Why a ladder does not count; empty if it does."""
    if len(rungs) < 2 or rungs[0] != task.start or rungs[-1] != task.goal:
        return "the ladder does not lead from the start to the goal"
    for before, rung in itertools.pairwise(rungs):
        if rung not in words:
            return f"{rung[:20]} is not in the list"
        if not adjacent(before, rung):
            return f"{before} and {rung} do not differ in one letter"
    return ""


def shortest(task: Task, words: Collection[str]) -> list[str] | None:
    """A ladder with as few changes as possible, None if there is no ladder."""
    origin = {task.start: ""}
    queue = deque([task.start])
    while queue:
        word = queue.popleft()
        if word == task.goal:
            rungs = [word]
            while origin[rungs[-1]]:
                rungs.append(origin[rungs[-1]])
            return rungs[::-1]
        for other in words:
            if other not in origin and adjacent(word, other):
                origin[other] = word
                queue.append(other)
    return None
