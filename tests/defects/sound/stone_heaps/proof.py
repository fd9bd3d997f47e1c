"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .heaps import after, legal, wins
from .models import HeapAction, HeapObservation

Policy = Callable[[Any, HeapObservation], HeapAction]

declared = {
    "max_steps": 20,
    "success_reward": 1.0,
    "options": {"opponent": ["drowsy", "sharp"]},
}


def oracle(env: Any, observation: HeapObservation) -> HeapAction:
    """A move after which the opponent cannot win."""
    a, b = observation.a, observation.b
    for move in legal(a, b, observation.last):
        if not wins(*after(a, b, move)):
            return HeapAction(move=f"{'AB'[move[0]]}{move[1]}")
    return HeapAction()


def null(env: Any, observation: HeapObservation) -> HeapAction:
    """No move."""
    return HeapAction()


def actions() -> st.SearchStrategy[HeapAction]:
    """Moves."""
    moves = [heap + number for heap in "AB" for number in "123"]
    return st.sampled_from(moves).map(lambda move: HeapAction(move=move))


def invalid() -> list[HeapAction]:
    """Not moves."""
    return [HeapAction(move=text) for text in ("", "A", "A0", "A4", "C1", "A-1", "A 1", "pass")]


def secrets(env: Any) -> list[str]:
    """The heaps are open."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Moves out of the rules."""
    yield "same-number", lambda env, seen: HeapAction(move=f"A{seen.last}")
    yield "nothing", lambda env, seen: HeapAction(move="A0")
    yield "too-many", lambda env, seen: HeapAction(move="B9")
