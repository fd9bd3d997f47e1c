"""The orders of a day. They are drawn along a tour, so that one courier can be on time for all."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

BLOCKS = 12
PACE = 3  # minutes for a block
SHIFT = 480  # minutes
DEPOT = (BLOCKS // 2, BLOCKS // 2)
_LAST = SHIFT - 30

Place = tuple[int, int]


@dataclass(frozen=True)
class Order:
    """An order.

    Attributes:
        number: What it is called; the numbers say nothing about the tour.
        place: Where it goes.
        placed: The minute at which it comes in.
        due: The last minute at which it is on time.
    """

    number: int
    place: Place
    placed: int
    due: int


def minutes_between(start: Place, end: Place) -> int:
    """How long the way takes; streets run along the blocks."""
    return PACE * (abs(start[0] - end[0]) + abs(start[1] - end[1]))


def draw_orders(rng: Random, *, busy: bool) -> list[Order]:
    """Draw the orders of a day, in the sequence of a tour that is on time everywhere."""
    pause, longest_notice = (12, 60) if busy else (40, 40)
    numbers = rng.sample(range(1, 100), 40)
    place, minute = DEPOT, 0
    orders: list[Order] = []
    while True:
        leave = minute + rng.randrange(pause)
        target = _near(rng, place)
        arrival = leave + minutes_between(place, target)
        if arrival > _LAST:
            return orders
        placed = max(0, leave - rng.randrange(longest_notice))
        due = arrival + rng.randrange(3, 16)
        orders.append(Order(numbers[len(orders)], target, placed, due))
        place, minute = target, arrival


def _near(rng: Random, place: Place) -> Place:
    """Another place, at most nine blocks away."""
    while True:
        target = (rng.randrange(BLOCKS), rng.randrange(BLOCKS))
        if 0 < minutes_between(place, target) <= 9 * PACE:
            return target
