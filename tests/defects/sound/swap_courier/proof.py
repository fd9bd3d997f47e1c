"""Evidence from the author of the courier."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .city import PLACES, fastest
from .models import CourierAction, CourierObservation

Policy = Callable[[Any, CourierObservation], CourierAction]

declared = {"max_steps": 30, "success_reward": 1.0}


def oracle(env: Any, observation: CourierObservation) -> CourierAction:
    """The first move of the fastest tour from here."""
    seen = observation
    tour = fastest(seen.roads, seen.stock, frozenset(seen.parcels), seen.at, seen.charge)
    if not tour or not tour[1]:
        return CourierAction()
    kind, to = tour[1][0]
    return CourierAction(kind=kind, to=to)


def null(env: Any, observation: CourierObservation) -> CourierAction:
    """Wait."""
    return CourierAction()


def actions() -> st.SearchStrategy[CourierAction]:
    """Rides and swaps."""
    rides = st.sampled_from(PLACES).map(lambda to: CourierAction(kind="ride", to=to))
    return st.one_of(rides, rides, st.just(CourierAction(kind="swap")))


def invalid() -> list[CourierAction]:
    """Moves that are refused everywhere."""
    return [CourierAction(), CourierAction(kind="ride"), CourierAction(kind="ride", to="Z")]


def secrets(env: Any) -> list[str]:
    """The whole city lies open."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Tours without a plan."""
    yield (
        "back and forth",
        lambda env, seen: CourierAction(kind="ride", to=min(seen.roads[seen.at])),
    )
    yield "only swaps", lambda env, seen: CourierAction(kind="swap")
