"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, get_args

from hypothesis import strategies as st

from .lock import next_move
from .models import LockAction, LockObservation, Move

Policy = Callable[[Any, LockObservation], LockAction]

declared = {
    "max_steps": 80,
    "success_reward": 1.0,
    "deterministic": True,
    "concurrent_sessions": True,
    "levels": (1, 2, 3),
}


def oracle(env: Any, seen: LockObservation) -> LockAction:
    """Alternate the directions with full berths, from the observation alone."""
    # A boat in the chamber still has to be moved to the other level if it came in at this one.
    inside, high = len(seen.chamber), seen.level == "high"
    upward = (not high) if seen.note.startswith("in:") else high
    move = next_move(high, inside, len(seen.waiting_low), len(seen.waiting_high), upward)
    return LockAction(move=move)


def null(env: Any, seen: LockObservation) -> LockAction:
    """Wait until the lock closes."""
    return LockAction(move="wait")


def actions() -> st.SearchStrategy[LockAction]:
    """Any move."""
    return st.sampled_from(get_args(Move)).map(lambda move: LockAction(move=move))


def invalid() -> list[LockAction]:
    """Moves that cannot pass a boat when a shift begins."""
    return [LockAction(move="release"), LockAction(move="wait")]


def secrets(env: Any) -> list[str]:
    """Nothing is hidden."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that move water or gates without passing boats."""
    yield "in-and-out", lambda env, seen: LockAction(move="release" if seen.chamber else "admit")
    yield "pump", lambda env, seen: LockAction(move="drain" if seen.level == "high" else "fill")
    yield "claims", lambda env, seen: LockAction(metadata={"passed": 99, "reward": 1.0})
