"""The author's evidence about the ski lift."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .lift import RATES, TICKS, best_speed
from .models import SkiLiftAction, SkiLiftObservation

Policy = Callable[[Any, SkiLiftObservation], SkiLiftAction]

declared = {
    "max_steps": 12,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": tuple(TICKS),
    "options": {"day": list(RATES)},
}


def oracle(env: Any, observation: SkiLiftObservation) -> SkiLiftAction:
    """Plans the rest of the day from the queue, the speed and the forecast that are shown."""
    return SkiLiftAction(
        speed=best_speed(observation.queue, observation.speed, observation.forecast)
    )


def null(env: Any, observation: SkiLiftObservation) -> SkiLiftAction:
    """The lift stands still."""
    return SkiLiftAction(speed=0)


def actions() -> st.SearchStrategy[SkiLiftAction]:
    """All speeds, and numbers near them."""
    return st.integers(-1, 5).map(lambda speed: SkiLiftAction(speed=speed))


def invalid() -> list[SkiLiftAction]:
    """Speeds that the lift does not have."""
    return [SkiLiftAction(speed=speed) for speed in (-1, 4, 99, -(10**9))]


def secrets(env: Any) -> list[str]:
    """Nothing is hidden as text."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that want fares without carrying anybody."""
    yield "overspeed", lambda env, seen: SkiLiftAction(speed=99)
    yield "claims", lambda env, seen: SkiLiftAction(metadata={"carried": 100, "reward": 1.0})
