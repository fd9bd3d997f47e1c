"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import ClaimDeskAction, ClaimDeskObservation

Policy = Callable[[Any, ClaimDeskObservation], ClaimDeskAction]

declared = {"max_steps": 8, "success_reward": 1.0, "options": {}}


def oracle(env: Any, observation: ClaimDeskObservation) -> ClaimDeskAction:
    """Opens every document, then decides."""
    for document in ("policy", "report", "invoices"):
        if document not in env.state.opened:
            return ClaimDeskAction(message=f"open {document}")
    verdict, due = env._claim.decision()
    return ClaimDeskAction(message=f"pay {due:.2f}" if verdict == "pay" else f"deny {verdict}")


def null(env: Any, observation: ClaimDeskObservation) -> ClaimDeskAction:
    """Reads the report again and again."""
    return ClaimDeskAction(message="open report")


def actions() -> st.SearchStrategy[ClaimDeskAction]:
    """Lines of all sorts."""
    return st.builds(
        ClaimDeskAction,
        message=st.one_of(
            st.sampled_from(["open policy", "open report", "open invoices", "deny excluded"]),
            st.integers(100000, 900000).map(lambda n: f"pay {n}"),
            st.text(max_size=30),
        ),
    )


def invalid() -> list[ClaimDeskAction]:
    """Lines that are refused."""
    return [
        ClaimDeskAction(),
        ClaimDeskAction(message="pay -5"),
        ClaimDeskAction(message="deny mood"),
    ]


def secrets(env: Any) -> list[str]:
    """The decision follows from the documents; it is nowhere in words."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Pays a fortune, or says everything."""
    yield "fortune", lambda env, seen: ClaimDeskAction(message="pay 999999999")
    yield "everything", lambda env, seen: ClaimDeskAction(message="deny lapsed excluded deductible")
