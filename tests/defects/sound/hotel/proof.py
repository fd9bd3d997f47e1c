"""Evidence from the author: how the desk earns, and what must not pay."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import DeskAction, DeskObservation

Policy = Callable[[Any, DeskObservation], DeskAction]

declared = {
    "max_steps": 7,
    "success_reward": 1.0,
    "levels": (1, 2),
    "options": {"season": ["low", "high"]},
}


def oracle(env: Any, observation: DeskObservation) -> DeskAction:
    """Accept the most requests of which no more than the rooms are expected to come."""
    rate = 1 - observation.no_show_rate
    accept = observation.rooms
    while accept < observation.requests and round((accept + 1) * rate) <= observation.rooms:
        accept += 1
    return DeskAction(accept=accept, voucher=observation.fair_voucher)


def null(env: Any, observation: DeskObservation) -> DeskAction:
    """Accept nobody."""
    return DeskAction(accept=0, voucher=0)


def actions() -> st.SearchStrategy[DeskAction]:
    """Decisions over the whole range."""
    return st.builds(DeskAction, accept=st.integers(0, 200), voucher=st.integers(0, 500))


def invalid() -> list[DeskAction]:
    """Decisions that always lose."""
    return [
        DeskAction(accept=0, voucher=500),
        DeskAction(accept=1, voucher=0),
        DeskAction(accept=200, voucher=500),
    ]


def secrets(env: Any) -> list[str]:
    """Who comes is a number; there is no text to keep secret."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to be paid without a judgement."""
    yield "accept-everybody", lambda env, seen: DeskAction(accept=200, voucher=500)
    yield "never-overbook", lambda env, seen: DeskAction(accept=seen.rooms, voucher=0)
    yield "claims", lambda env, seen: DeskAction(metadata={"profit": 10**6, "reward": 1.0})
