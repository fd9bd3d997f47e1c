"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import BloodAction, BloodObservation
from .server.blood_bank_desk_environment import compatible

Policy = Callable[[Any, BloodObservation], BloodAction]

declared = {"max_steps": 16, "success_reward": 1.0, "options": {"level": ["small", "large"]}}


def oracle(env: Any, observation: BloodObservation) -> BloodAction:
    """Matches the open requests with the stock, and gives the first pair."""
    owner: dict[str, Any] = {}

    def place(request: Any, seen: set[str]) -> bool:
        for unit in observation.stock:
            fits = compatible(unit.group, request.group) and unit.age <= request.max_age
            if fits and unit.id not in seen:
                seen.add(unit.id)
                if unit.id not in owner or place(owner[unit.id], seen):
                    owner[unit.id] = request
                    return True
        return False

    for request in observation.requests:
        if not request.filled:
            place(request, set())
    for unit, request in owner.items():
        return BloodAction(verb="give", unit=unit, request=request.id)
    return BloodAction(verb="close")


def null(env: Any, observation: BloodObservation) -> BloodAction:
    """Closes at once."""
    return BloodAction(verb="close")


def actions() -> st.SearchStrategy[BloodAction]:
    """Gifts of all sorts."""
    return st.builds(
        BloodAction,
        verb=st.sampled_from(["give", "give", "give", "close", "burn"]),
        unit=st.integers(0, 13).map(lambda n: f"U{n}"),
        request=st.integers(0, 9).map(lambda n: f"R{n}"),
    )


def invalid() -> list[BloodAction]:
    """Refused."""
    return [
        BloodAction(),
        BloodAction(verb="give"),
        BloodAction(verb="give", unit="U99", request="R1"),
        BloodAction(verb="give", unit="U1", request="R99"),
    ]


def secrets(env: Any) -> list[str]:
    """Everything is on the board."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Cheap tricks."""
    yield "nonsense", lambda env, seen: BloodAction(verb="give", unit="*", request="*")
    yield "same pair", lambda env, seen: BloodAction(verb="give", unit="U1", request="R1")
