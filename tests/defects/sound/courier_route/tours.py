"""Order sheets, and the length of tours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise, permutations
from random import Random

Place = tuple[int, int]
SIZES = {1: 4, 2: 5, 3: 6}
NAMES = (
    "bakery",
    "clinic",
    "florist",
    "garage",
    "hotel",
    "kiosk",
    "library",
    "museum",
    "pharmacy",
    "school",
)


def distance(a: Place, b: Place) -> int:
    """Kilometres along streets that run east-west and north-south."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def length(depot: Place, customers: Mapping[str, Place], tour: Sequence[str]) -> int:
    """The length of a tour that starts and ends at the depot."""
    places = [depot, *(customers[name] for name in tour), depot]
    return sum(distance(a, b) for a, b in pairwise(places))


def shortest(depot: Place, customers: Mapping[str, Place]) -> tuple[str, ...]:
    """A shortest tour."""
    return min(permutations(sorted(customers)), key=lambda tour: length(depot, customers, tour))


def draw_sheet(number: int, level: int) -> tuple[Place, dict[str, Place]]:
    """The order sheet of a task: few of its tours are shortest."""
    rng = Random(f"courier {level} {number}")
    while True:
        names = rng.sample(NAMES, SIZES[level])
        places = [(rng.randint(0, 20), rng.randint(0, 20)) for _ in range(len(names) + 1)]
        depot, customers = places[0], dict(zip(names, places[1:], strict=True))
        lengths = [length(depot, customers, tour) for tour in permutations(names)]
        if len(set(places)) == len(places) and lengths.count(min(lengths)) <= 4:
            return depot, customers
