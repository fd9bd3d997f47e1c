"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .board import best, free
from .models import BoardObservation, MarkAction

Policy = Callable[[Any, BoardObservation], MarkAction]

declared = {
    "max_steps": 15,
    "success_reward": 1.0,
    "options": {"opponent": ["blocker", "builder"], "size": [4, 5]},
}


def oracle(env: Any, observation: BoardObservation) -> MarkAction:
    """Wins by threats."""
    return MarkAction(square=best(observation.board, observation.size))


def null(env: Any, observation: BoardObservation) -> MarkAction:
    """Marks nothing."""
    return MarkAction()


def actions() -> st.SearchStrategy[MarkAction]:
    """Squares, not all of them on the board."""
    return st.integers(-1, 25).map(lambda square: MarkAction(square=square))


def invalid() -> list[MarkAction]:
    """Not on any board."""
    return [MarkAction(square=square) for square in (-1, -16, 25, 1000)]


def secrets(env: Any) -> list[str]:
    """Everything is open."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Play without a plan."""
    yield (
        "over the opponent's mark",
        lambda env, seen: MarkAction(square=seen.reply if seen.reply >= 0 else 0),
    )
    yield "not on the board", lambda env, seen: MarkAction(square=-1)
    yield "last free square", lambda env, seen: MarkAction(square=free(seen.board)[-1])
