"""Evidence from the author: a plan that lays every tile, and what must earn nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import TileAction, TileObservation

Policy = Callable[[Any, TileObservation], TileAction]

declared = {"max_steps": 40, "success_reward": 1.0, "levels": (1, 2, 3)}


def oracle(env: Any, seen: TileObservation) -> TileAction:
    """Lays each tile where it was cut for; it reads that plan from inside the environment."""
    row, col = env.plan()[0]
    return TileAction(row=row, col=col)


def null(env: Any, seen: TileObservation) -> TileAction:
    """Throws every tile away."""
    return TileAction(discard=True)


def actions() -> st.SearchStrategy[TileAction]:
    """Any cell, and discards."""
    return st.builds(
        TileAction, row=st.integers(-1, 9), col=st.integers(-1, 9), discard=st.booleans()
    )


def invalid() -> list[TileAction]:
    """Cells that no floor has."""
    return [TileAction(), TileAction(row=9, col=9), TileAction(row=0, col=-1)]


def secrets(env: Any) -> list[str]:
    """The rocks are numbers; no text is secret."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Ways to be paid without laying tiles."""
    yield "outside", lambda env, seen: TileAction(row=9, col=0)
    yield "claims", lambda env, seen: TileAction(discard=True, metadata={"reward": 1.0, "laid": 9})
