"""Evidence from the author of Garage Gate."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

try:
    from .garage import OWNER
    from .models import GateAction, GateObservation
except ImportError:
    from garage import OWNER
    from models import GateAction, GateObservation

Policy = Callable[[Any, GateObservation], GateAction]

declared = {"max_steps": 40, "success_reward": 1.0, "levels": (1, 2, 3)}


def oracle(env: Any, observation: GateObservation) -> GateAction:
    """Sees in `env` which bays are free, so it needs no inspection; every bay gets its own kind.

    A policy without this knowledge inspects the floors and earns 0.05 less for each.
    """
    for bay, kind in observation.plan.items():
        if OWNER[kind] == observation.vehicle and env._garage.is_free(bay):
            return GateAction(kind="assign", bay=bay)
    raise AssertionError("every vehicle has a bay")


def null(env: Any, observation: GateObservation) -> GateAction:
    """Turns every vehicle away."""
    return GateAction(kind="turn_away")


def actions() -> st.SearchStrategy[GateAction]:
    """Decisions about bays and floors that exist."""
    bay = st.builds(
        lambda floor, number: f"{floor}-{number:02d}", st.integers(1, 3), st.integers(1, 8)
    )
    return st.one_of(
        bay.map(lambda label: GateAction(kind="assign", bay=label)),
        st.integers(0, 4).map(lambda floor: GateAction(kind="inspect", floor=floor)),
        st.just(GateAction(kind="turn_away")),
    )


def invalid() -> list[GateAction]:
    """Decisions that the rules refuse."""
    return [
        GateAction(kind="assign"),
        GateAction(kind="assign", bay="9-99"),
        GateAction(kind="assign", bay="1"),
        GateAction(kind="inspect", floor=0),
        GateAction(kind="inspect", floor=-1),
    ]


def secrets(env: Any) -> list[str]:
    """None as text: which bays are taken is no text."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that park nothing."""
    yield "inspects", lambda env, seen: GateAction(kind="inspect", floor=1)
    yield "no bay", lambda env, seen: GateAction(kind="assign", bay="")
    yield "claims", lambda env, seen: GateAction(metadata={"reward": 1.0, "parked": 9})
