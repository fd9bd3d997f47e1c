"""Stacks of crates."""

from __future__ import annotations

from itertools import permutations
from random import Random

NAMES = "ABC"
ROOM = 3
LEVELS = {1: (4, 4, 3), 2: (5, 6, 2), 3: (6, 7, 2)}  # crates, shortest solution, spare fuel
Yard = tuple[str, ...]  # stacks from bottom to top, crates are digits
MOVES = tuple("".join(pair) for pair in permutations(NAMES, 2))


def move(yard: Yard, text: str) -> Yard | None:
    """The yard after a move, or None if it is not possible."""
    if text not in MOVES:
        return None
    source, target = map(NAMES.index, text)
    if not yard[source] or len(yard[target]) >= ROOM:
        return None
    stacks = list(yard)
    stacks[target] += stacks[source][-1]
    stacks[source] = stacks[source][:-1]
    return tuple(stacks)


def solve(start: Yard, goal: Yard) -> list[str]:
    """A shortest solution, by breadth-first search."""
    ways: dict[Yard, list[str]] = {start: []}
    front = [start]
    while goal not in ways:
        reached = []
        for yard in front:
            for text in MOVES:
                after = move(yard, text)
                if after is not None and after not in ways:
                    ways[after] = [*ways[yard], text]
                    reached.append(after)
        if not reached:
            raise ValueError("the yard cannot be solved")
        front = reached
    return ways[goal]


def _pile(rng: Random, crates: int) -> Yard:
    order = rng.sample("123456"[:crates], crates)
    stacks = [""] * len(NAMES)
    for crate in order:
        place = rng.choice([n for n, stack in enumerate(stacks) if len(stack) < ROOM])
        stacks[place] += crate
    return tuple(stacks)


def draw(rng: Random, level: int) -> tuple[Yard, Yard, int]:
    """A yard, its goal and the fuel for it."""
    crates, least, spare = LEVELS[level]
    while True:
        start, goal = _pile(rng, crates), _pile(rng, crates)
        shortest = len(solve(start, goal))
        if shortest >= least:
            return start, goal, shortest + spare
