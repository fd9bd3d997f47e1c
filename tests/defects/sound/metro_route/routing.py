"""Maps and shortest routes."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from random import Random

STATIONS = (
    "Arches", "Barrow", "Canal", "Dome", "Elm Park", "Ferry", "Glebe", "Harbour", "Inner Ring",
    "Junction", "Kiln", "Lock", "Market", "North Gate", "Old Mill", "Palace",
)  # fmt: skip

Edge = tuple[str, str]


def neighbours(edges: Iterable[Iterable[str]]) -> dict[str, list[str]]:
    """Who is connected with whom, in alphabetical order."""
    near: dict[str, set[str]] = {}
    for one, other in edges:
        near.setdefault(one, set()).add(other)
        near.setdefault(other, set()).add(one)
    return {name: sorted(others) for name, others in near.items()}


def shortest(near: Mapping[str, list[str]], start: str, goal: str) -> list[str]:
    """A shortest route, found by breadth-first search; empty if there is none."""
    came_from = {start: ""}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        if here == goal:
            break
        for station in near[here]:
            if station not in came_from:
                came_from[station] = here
                queue.append(station)
    if goal not in came_from:
        return []
    route = [goal]
    while route[-1] != start:
        route.append(came_from[route[-1]])
    return route[::-1]


def draw_map(rng: Random) -> tuple[list[Edge], str, str]:
    """A connected map, and two stations that are at least three stops apart."""
    while True:
        names = rng.sample(STATIONS, rng.randrange(9, 14))
        edges = {tuple(sorted((rng.choice(names[:i]), names[i]))) for i in range(1, len(names))}
        for _ in range(len(names) // 2):
            edges.add(tuple(sorted(rng.sample(names, 2))))
        near = neighbours(sorted(edges))
        pairs = [
            (a, b) for a in sorted(names) for b in sorted(names) if len(shortest(near, a, b)) >= 4
        ]
        if pairs:
            start, goal = rng.choice(pairs)
            listed = sorted(edges)
            rng.shuffle(listed)
            return listed, start, goal
