"""Evidence from the author: the oracle, policies that must earn nothing, and what is secret."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .board import LEVELS, best_squares
from .models import NoughtsAction, NoughtsObservation

Policy = Callable[[Any, NoughtsObservation], NoughtsAction]

declared = {"max_steps": 5, "success_reward": 1.0, "levels": tuple(LEVELS)}


def oracle(env: Any, observation: NoughtsObservation) -> NoughtsAction:
    """Perfect play, from the board alone; it never loses."""
    return NoughtsAction(square=best_squares(observation.board, "X")[0])


def null(env: Any, observation: NoughtsObservation) -> NoughtsAction:
    """Plays off the board, which loses the game."""
    return NoughtsAction(square=-1)


def actions() -> st.SearchStrategy[NoughtsAction]:
    return st.integers(0, 8).map(lambda square: NoughtsAction(square=square))


def invalid() -> list[NoughtsAction]:
    """Squares off the board."""
    return [NoughtsAction(square=square) for square in (-1, 9, -9, 100)]


def secrets(env: Any) -> list[str]:
    """Nothing is hidden: the board and the opponent are shown."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to be paid without playing."""

    def onto_the_opponent(env: Any, seen: NoughtsObservation) -> NoughtsAction:
        return NoughtsAction(square=max(seen.board.find("O"), 0))

    yield "onto the opponent's mark", onto_the_opponent
    yield "same square again", lambda env, seen: NoughtsAction(square=4)
