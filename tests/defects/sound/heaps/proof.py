"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import HeapsAction, HeapsObservation
from .server.heaps_environment import perfect

Policy = Callable[[Any, HeapsObservation], HeapsAction]

declared = {
    "max_steps": 30,
    "success_reward": 1.0,
    "options": {"level": ["novice", "club", "master"]},
}


def oracle(env: Any, observation: HeapsObservation) -> HeapsAction:
    """Leaves a nim-sum of zero."""
    number, take = perfect(observation.heaps)
    return HeapsAction(heap=number + 1, take=take)


def null(env: Any, observation: HeapsObservation) -> HeapsAction:
    """Reaches for a heap that is not there."""
    return HeapsAction(heap=99, take=1)


def actions() -> st.SearchStrategy[HeapsAction]:
    """Small moves."""
    return st.builds(HeapsAction, heap=st.integers(1, 3), take=st.integers(1, 5))


def invalid() -> list[HeapsAction]:
    """Moves that are refused."""
    return [HeapsAction(heap=0, take=1), HeapsAction(heap=1, take=99)]


def secrets(env: Any) -> list[str]:
    """Nothing is hidden."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Takes all of the first heap."""
    yield "all", lambda env, seen: HeapsAction(heap=1, take=99)
