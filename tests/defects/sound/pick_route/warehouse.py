"""Distances and routes in the warehouse."""

from __future__ import annotations

from itertools import pairwise, permutations
from random import Random

AISLES, SHELVES = 6, 9
WIDTH = 3  # steps from an aisle to the next
BACK = SHELVES + 1
DOCK = (0, 0)
Place = tuple[int, int]


def distance(a: Place, b: Place) -> int:
    """Steps between two places; aisles are joined at the front (0) and at the back (10)."""
    if a[0] == b[0]:
        return abs(a[1] - b[1])
    return WIDTH * abs(a[0] - b[0]) + min(a[1] + b[1], 2 * BACK - a[1] - b[1])


def length(places: list[Place]) -> int:
    """Steps from the dock through the places and back to the dock."""
    tour = [DOCK, *places, DOCK]
    return sum(distance(a, b) for a, b in pairwise(tour))


def shortest(places: list[Place]) -> int:
    """Length of the shortest route."""
    return min(length(list(order)) for order in permutations(places))


def draw(rng: Random, number: int) -> list[Place]:
    """Different places for the stops."""
    every = [(aisle, shelf) for aisle in range(AISLES) for shelf in range(1, SHELVES + 1)]
    return rng.sample(every, number)
