"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .heaps import moves, winning
from .models import HeapsObservation, TakeAction

Policy = Callable[[Any, HeapsObservation], TakeAction]

declared = {
    "max_steps": 20,
    "success_reward": 1.0,
    "options": {"style": ["loose", "sharp"], "heaps": [2, 3, 4]},
}


def oracle(env: Any, observation: HeapsObservation) -> TakeAction:
    """Plays perfectly."""
    index, take = winning(observation.heaps) or moves(observation.heaps)[0]
    return TakeAction(heap=index + 1, take=take)


def null(env: Any, observation: HeapsObservation) -> TakeAction:
    """Takes nothing."""
    return TakeAction()


def actions() -> st.SearchStrategy[TakeAction]:
    """Moves, not all of them legal."""
    return st.builds(TakeAction, heap=st.integers(0, 5), take=st.integers(0, 4))


def invalid() -> list[TakeAction]:
    """Moves that are never legal."""
    pairs = ((0, 1), (1, 0), (1, 4), (9, 1), (1, -1), (-1, 1))
    return [TakeAction(heap=heap, take=take) for heap, take in pairs]


def secrets(env: Any) -> list[str]:
    """Everything is open."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Play without a plan."""

    def greedy(env: Any, seen: HeapsObservation) -> TakeAction:
        largest = max(seen.heaps)
        return TakeAction(heap=seen.heaps.index(largest) + 1, take=min(3, largest))

    yield (
        "a whole heap",
        lambda env, seen: TakeAction(heap=1, take=max(seen.heaps)),
    )
    yield "gives pebbles back", lambda env, seen: TakeAction(heap=1, take=-1)
    yield "not a heap", lambda env, seen: TakeAction(heap=99, take=1)
    yield "greedy", greedy
