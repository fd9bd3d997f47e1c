"""Evidence from the author: the best plan, and policies that must not be paid."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import PortCraneAction, PortCraneObservation
from .planning import best_plan

Policy = Callable[[Any, PortCraneObservation], PortCraneAction]

declared = {"max_steps": 40, "success_reward": 1.0, "levels": (1, 2, 3)}


def oracle(env: Any, observation: PortCraneObservation) -> PortCraneAction:
    """Plans anew at every step, from the observation alone."""
    bays = tuple(
        tuple(tuple(int(number) for number in box.split("/")) for box in stack)
        for stack in observation.bays
    )
    _, order = best_plan(bays, observation.crane, observation.departure - observation.clock)
    return PortCraneAction(kind=order[0], bay=order[1]) if order else PortCraneAction(kind="sail")


def null(env: Any, observation: PortCraneObservation) -> PortCraneAction:
    """The ship leaves empty."""
    return PortCraneAction(kind="sail")


def actions() -> st.SearchStrategy[PortCraneAction]:
    """Orders to the bays, few of which are empty."""
    return st.builds(
        PortCraneAction,
        kind=st.sampled_from(["load", "load", "aside", "sail"]),
        bay=st.integers(1, 4),
    )


def invalid() -> list[PortCraneAction]:
    """Bays that no yard has."""
    return [
        PortCraneAction(kind=kind, bay=bay) for kind in ("load", "aside") for bay in (5, 6, 7, 8, 9)
    ]


def secrets(env: Any) -> list[str]:
    """Nothing is hidden."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that load nothing."""
    yield "aside", lambda env, seen: PortCraneAction(kind="aside", bay=1)
    yield "empty-bay", lambda env, seen: PortCraneAction(kind="load", bay=9)
    yield "claims", lambda env, seen: PortCraneAction(metadata={"on_board": 99, "reward": 1.0})
