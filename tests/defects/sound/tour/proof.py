"""The author's evidence for the tour."""

from itertools import permutations
from typing import Any

from env import WINDOW, Leg, Stop, TourAction

declared = {"max_steps": 1}


def oracle(env: Any, observation: Any) -> TourAction:
    """The first order in which every stop can be reached, each delivery near the middle."""
    for order in permutations(observation.stops):
        legs = _legs(order)
        if legs:
            return TourAction(legs=legs)
    return TourAction()


def _legs(order: tuple[Stop, ...]) -> list[Leg]:
    place = minute = 0
    legs = []
    for stop in order:
        minute += abs(stop.kilometre - place)
        wait = max(0, stop.opens + 5 - minute)
        minute += wait
        if minute > stop.opens + WINDOW:
            return []
        legs.append(Leg(stop=stop.name, wait=wait))
        place = stop.kilometre
    return legs
