"""Evidence from the author, which `hallmark prove` uses to check this environment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import CourierShiftAction, CourierShiftObservation

Policy = Callable[[Any, CourierShiftObservation], CourierShiftAction]

declared = {"max_steps": 60, "success_reward": 1.0, "options": {"busy": [False, True]}}


def oracle(env: Any, observation: CourierShiftObservation) -> CourierShiftAction:
    """Drives the tour that the orders were drawn along."""
    day = env.reveal()
    left = [number for number in day.tour.reveal() if number not in day.outcomes]
    following = day.orders[left[0]]
    if following.placed > observation.minute:
        return CourierShiftAction(kind="wait", minutes=30)
    return CourierShiftAction(kind="deliver", order=following.number)


def null(env: Any, observation: CourierShiftObservation) -> CourierShiftAction:
    """Waits for the end of the shift."""
    return CourierShiftAction(kind="wait", minutes=30)


def actions() -> st.SearchStrategy[CourierShiftAction]:
    """All kinds of moves, for orders that may be open or not."""
    return st.builds(
        CourierShiftAction,
        kind=st.sampled_from(["deliver", "wait", "decline"]),
        order=st.integers(0, 99),
        minutes=st.integers(1, 30),
    )


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to earn without a plan."""
    yield "declines-all", _decline_all
    yield "claims", lambda env, seen: CourierShiftAction(minutes=30, metadata={"served": 1.0})


def _decline_all(env: Any, observation: CourierShiftObservation) -> CourierShiftAction:
    """Declines whatever comes in."""
    if observation.orders:
        return CourierShiftAction(kind="decline", order=observation.orders[0].order)
    return CourierShiftAction(kind="wait", minutes=30)
