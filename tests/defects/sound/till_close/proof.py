"""Evidence from the author of Till Close."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import CloseAction, TillObservation
from .server.till_close_environment import takings

Policy = Callable[[Any, TillObservation], CloseAction]

declared = {
    "max_steps": 2,
    "success_reward": 1.0,
    "deterministic": True,
    "levels": (1, 2, 3),
}


def oracle(env: Any, observation: TillObservation) -> CloseAction:
    """Adds up the journal that is shown."""
    return CloseAction(total=takings(observation.journal))


def null(env: Any, observation: TillObservation) -> CloseAction:
    """Gives no total."""
    return CloseAction()


def actions() -> st.SearchStrategy[CloseAction]:
    """Amounts in cents, and no amount."""
    amounts = st.integers(-10_000, 50_000).map(lambda cents: cents / 100)
    return st.one_of(st.none(), amounts).map(lambda total: CloseAction(total=total))


def invalid() -> list[CloseAction]:
    """Totals that no journal has."""
    return [CloseAction(), CloseAction(total=-1e9), CloseAction(total=1e300)]


def secrets(env: Any) -> list[str]:
    """None: the journal is shown, its total is never a text."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Totals that need no care."""
    yield (
        "gross",
        lambda env, seen: CloseAction(
            total=1000.0 + sum(e.quantity * e.price for e in seen.journal)
        ),
    )
    yield "nothing sold", lambda env, seen: CloseAction(total=0.0)
    yield "claims", lambda env, seen: CloseAction(metadata={"right": True})
