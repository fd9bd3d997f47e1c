"""Evidence from the author of the genealogy questions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import KinDegreesAction, KinDegreesObservation

Policy = Callable[[Any, KinDegreesObservation], KinDegreesAction]

declared = {"max_steps": 1, "success_reward": 1.0}


def oracle(env: Any, observation: KinDegreesObservation) -> KinDegreesAction:
    """Climb from one, then from the other until the lines meet."""
    one, other = observation.pair
    heights, height = {one: 0}, 0
    while one in observation.parents:
        one, height = observation.parents[one], height + 1
        heights[one] = height
    steps = 0
    while other not in heights:
        other, steps = observation.parents[other], steps + 1
    low, high = sorted((heights[other], steps))
    return KinDegreesAction(degree=low - 1, removed=high - low)


def null(env: Any, observation: KinDegreesObservation) -> KinDegreesAction:
    """No cousins at all."""
    return KinDegreesAction()


def actions() -> st.SearchStrategy[KinDegreesAction]:
    """Kinds of cousins."""
    small = st.integers(0, 4)
    return st.builds(KinDegreesAction, degree=small, removed=small)


def invalid() -> list[KinDegreesAction]:
    """Not cousins of any family here."""
    return [KinDegreesAction(), KinDegreesAction(degree=9), KinDegreesAction(removed=9)]


def secrets(env: Any) -> list[str]:
    """None: the tree lies open."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Answers without a look at the tree."""
    yield "siblings", lambda env, seen: KinDegreesAction(degree=0, removed=0)
    yield "claims", lambda env, seen: KinDegreesAction(metadata={"right": True})
