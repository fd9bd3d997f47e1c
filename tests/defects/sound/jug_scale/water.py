"""Jugs: how they are poured, which puzzles they make, and how these are solved."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from itertools import permutations
from random import Random

NAMES = "ABC"
Water = tuple[int, ...]
"""Litres in each jug."""
STEPS = {1: (2, 3), 2: (2, 4), 3: (3, 5)}
"""Fewest and most pours that a solution needs, by level."""
WEIGHINGS = {1: 0, 2: 2, 3: 3}
"""Jugs to weigh, by level: level 1 has jugs of glass, on level 2 the sum is known."""


@dataclass(frozen=True)
class Puzzle:
    """Jugs with water, and what is to be served."""

    sizes: tuple[int, ...]
    tares: tuple[int, ...]
    water: Water
    target: int
    pours: int


def pour(sizes: tuple[int, ...], water: Water, source: int, sink: int) -> Water:
    """Pour until the source is empty or the sink is full."""
    moved = min(water[source], sizes[sink] - water[sink])
    after = list(water)
    after[source] -= moved
    after[sink] += moved
    return tuple(after)


def reachable(sizes: tuple[int, ...], water: Water) -> dict[Water, tuple[tuple[int, int], ...]]:
    """All states that can be reached, each with the shortest sequence of pours."""
    found: dict[Water, tuple[tuple[int, int], ...]] = {water: ()}
    queue = deque([water])
    while queue:
        state = queue.popleft()
        for source, sink in permutations(range(len(sizes)), 2):
            after = pour(sizes, state, source, sink)
            if after not in found:
                found[after] = (*found[state], (source, sink))
                queue.append(after)
    return found


def solution(sizes: tuple[int, ...], water: Water, target: int) -> tuple[tuple[int, int], ...]:
    """The shortest sequence of pours after which a jug holds the target; empty if there is none."""
    paths = reachable(sizes, water)
    return min((path for state, path in paths.items() if target in state), key=len, default=())


def draw_puzzle(rng: Random, level: int) -> Puzzle:
    """A puzzle whose shortest solution has as many pours as the level asks for."""
    low, high = STEPS[level]
    while True:
        sizes = tuple(rng.sample(range(3, 14), 3))
        water = tuple(rng.randint(0, size) for size in sizes)
        pours: dict[int, int] = {}
        for state, path in reachable(sizes, water).items():
            for litres in state:
                pours[litres] = min(len(path), pours.get(litres, 99))
        targets = sorted(litres for litres, n in pours.items() if low <= n <= high and litres)
        if targets:
            target = rng.choice(targets)
            tares = tuple(rng.randint(4, 15) for _ in sizes)
            return Puzzle(sizes, tares, water, target, pours[target])
