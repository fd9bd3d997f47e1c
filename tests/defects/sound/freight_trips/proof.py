"""Evidence from the author of the freight elevator."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import FreightTripsAction, FreightTripsObservation

Policy = Callable[[Any, FreightTripsObservation], FreightTripsAction]

declared = {"max_steps": 1, "success_reward": 1.0, "levels": (1, 2, 3)}


def oracle(env: Any, observation: FreightTripsObservation) -> FreightTripsAction:
    """Place the heaviest crates first, and go back when no trip is left."""
    crates = []
    for line in observation.crates:
        number, rest = line.split(": ")
        kg, _, kind = rest.split()
        crates.append((int(kg), int(number), kind))
    crates.sort(reverse=True)
    trips: list[list[tuple[int, int, str]]] = [[] for _ in range(observation.trips)]

    def place(done: int) -> bool:
        if done == len(crates):
            return True
        kg, _, kind = crates[done]
        for trip in trips:
            kinds = {kind, *(crate[2] for crate in trip)}
            heavy = kg + sum(crate[0] for crate in trip) > observation.limit
            if heavy or {"food", "chemicals"} <= kinds:
                continue
            trip.append(crates[done])
            if place(done + 1):
                return True
            trip.pop()
        return False

    place(0)
    return FreightTripsAction(trips=[[crate[1] for crate in trip] for trip in trips])


def null(env: Any, observation: FreightTripsObservation) -> FreightTripsAction:
    """No trips."""
    return FreightTripsAction()


def actions() -> st.SearchStrategy[FreightTripsAction]:
    """Trips of any crates."""
    trip = st.lists(st.integers(1, 9), max_size=4)
    return st.lists(trip, max_size=6).map(lambda trips: FreightTripsAction(trips=trips))


def invalid() -> list[FreightTripsAction]:
    """Plans for no ramp."""
    return [
        FreightTripsAction(),
        FreightTripsAction(trips=[[]]),
        FreightTripsAction(trips=[[0]]),
        FreightTripsAction(trips=[[99]]),
    ]


def secrets(env: Any) -> list[str]:
    """None: every good plan will do."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Plans without thought."""

    def singles(env: Any, seen: FreightTripsObservation) -> FreightTripsAction:
        return FreightTripsAction(trips=[[n] for n in range(1, len(seen.crates) + 1)])

    def together(env: Any, seen: FreightTripsObservation) -> FreightTripsAction:
        return FreightTripsAction(trips=[list(range(1, len(seen.crates) + 1))])

    yield "one by one", singles
    yield "all at once", together
