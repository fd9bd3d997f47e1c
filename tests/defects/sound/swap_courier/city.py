"""Cities, and the fastest tour through them."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

PLACES = "ABCDEFG"
FULL = 12  # minutes that a full battery lasts
SWAP_MINUTES = 4
SLACK = 1

Move = tuple[str, str]


@dataclass
class Ride:
    """A courier on the way."""

    roads: dict[str, dict[str, int]]
    stock: dict[str, int]
    parcels: set[str]
    at: str
    charge: int
    deadline: int = 0
    clock: int = 0
    refused: int = 0
    log: list[str] = field(default_factory=list)


def fastest(
    roads: dict[str, dict[str, int]],
    stock: dict[str, int],
    parcels: frozenset[str],
    at: str,
    charge: int,
) -> tuple[int, list[Move]] | None:
    """Minutes of the fastest tour and its moves, or None if there is none."""
    start = (at, charge, tuple(sorted(parcels)), tuple(sorted(stock.items())))
    heap: list[tuple[int, int, tuple, list[Move]]] = [(0, 0, start, [])]
    seen, ticket = set(), 0
    while heap:
        time, _, here, moves = heapq.heappop(heap)
        if here in seen:
            continue
        seen.add(here)
        place, left, todo, shelves = here
        if not todo:
            return time, moves
        options = []
        for target, minutes in roads[place].items():
            if minutes <= left:
                rest = tuple(name for name in todo if name != target)
                new = (target, left - minutes, rest, shelves)
                options.append((time + minutes, new, ("ride", target)))
        shelf = dict(shelves)
        if shelf.get(place, 0) > 0:
            shelf[place] -= 1
            new = (place, FULL, todo, tuple(sorted(shelf.items())))
            options.append((time + SWAP_MINUTES, new, ("swap", "")))
        for when, new, move in options:
            ticket += 1
            heapq.heappush(heap, (when, ticket, new, [*moves, move]))
    return None


def found(rng: Random) -> Ride:
    """Draw a city in which the tour needs a swap."""
    while True:
        roads: dict[str, dict[str, int]] = {place: {} for place in PLACES}
        ring = rng.sample(PLACES, len(PLACES))
        links = [*pairwise(ring), (ring[-1], ring[0]), tuple(rng.sample(PLACES, 2))]
        for one, other in links:
            minutes = rng.randint(2, 5)
            roads[one][other] = roads[other][one] = minutes
        at, *rest = rng.sample(PLACES, 6)
        stock = {place: rng.randint(1, 2) for place in sorted(rest[:2])}
        ride = Ride(roads, stock, set(rest[2:]), at, rng.randint(5, 9))
        tour = fastest(roads, stock, frozenset(ride.parcels), at, ride.charge)
        if tour and ("swap", "") in tour[1]:
            ride.deadline = tour[0] + SLACK
            return ride
