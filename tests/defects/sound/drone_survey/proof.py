"""The author's evidence for the drone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .flight import Survey, planner
from .models import DroneAction, DroneObservation

Policy = Callable[[Any, DroneObservation], DroneAction]

declared = {
    "max_steps": 16,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": (1, 2, 3),
    "options": {"gusts": [False, True]},
}


def oracle(env: Any, observation: DroneObservation) -> DroneAction:
    """Plans from the map, the battery and the forecast that are shown.

    Without gusts the flight is optimal and earns 1. With gusts it keeps enough battery for a gust
    in every step that remains, so the drone is never lost, and earns less, but never
    nothing: on every map some photograph can be brought home against the worst gusts.
    """
    survey = Survey(
        observation.width,
        observation.height,
        tuple(observation.base),
        tuple((site.x, site.y, site.value) for site in observation.sites),
        observation.battery,
        tuple(observation.forecast),
    )
    taken = sum(1 << i for i, site in enumerate(observation.sites) if site.photographed)
    plans = planner(survey, int(observation.gusts))
    plan = plans.plan(tuple(observation.drone), 0, taken, observation.battery)
    return DroneAction(command=plan[1] if plan else "hover")


def null(env: Any, observation: DroneObservation) -> DroneAction:
    """Lands at once at the base, with no photograph: the reward is 0."""
    return DroneAction(command="land")


def actions() -> st.SearchStrategy[DroneAction]:
    """Commands, now and then one that does not exist."""
    commands = ["north", "east", "south", "west"] * 3 + ["hover", "land", "up"]
    return st.sampled_from(commands).map(lambda command: DroneAction(command=command))


def invalid() -> list[DroneAction]:
    """Commands that do not exist: the drone hovers."""
    return [DroneAction(command=text) for text in ("", "up", "NORTH", "north east", "land!")]


def secrets(env: Any) -> list[str]:
    """Nothing is secret: the map and the forecast are shown; gusts are not texts."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Flights that never leave the base, or never come home."""
    yield "hovers-at-base", lambda env, seen: DroneAction(command="hover")
    yield "claims", lambda env, seen: DroneAction(command="land", metadata={"reward": 1.0})
    yield "lands-on-a-site", _land_on_site


def _land_on_site(env: Any, observation: DroneObservation) -> DroneAction:
    x, y = observation.drone
    if [x, y] != observation.base:
        return DroneAction(command="land")
    return DroneAction(command="east" if x + 1 < observation.width else "west")
