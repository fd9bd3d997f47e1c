"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .house import Day, best
from .models import SolarHomeAction, SolarHomeObservation

Policy = Callable[[Any, SolarHomeObservation], SolarHomeAction]

declared = {"max_steps": 24, "success_reward": 1.0, "options": {}}


def oracle(env: Any, observation: SolarHomeObservation) -> SolarHomeAction:
    """Plans the whole day."""
    day = Day(tuple(observation.prices), tuple(observation.demand), tuple(observation.sun))
    return SolarHomeAction(charge=best(day, observation.hour, observation.battery)[1])


def null(env: Any, observation: SolarHomeObservation) -> SolarHomeAction:
    """Leaves the battery alone."""
    return SolarHomeAction()


def actions() -> st.SearchStrategy[SolarHomeAction]:
    """All charges, and some that are refused."""
    return st.builds(SolarHomeAction, charge=st.integers(-5, 5))


def invalid() -> list[SolarHomeAction]:
    """Charges that are refused."""
    return [SolarHomeAction(charge=4), SolarHomeAction(charge=-1), SolarHomeAction(charge=1000)]


def secrets(env: Any) -> list[str]:
    """Nothing is hidden."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Takes what is not there."""
    yield "drain", lambda env, seen: SolarHomeAction(charge=-1000)
