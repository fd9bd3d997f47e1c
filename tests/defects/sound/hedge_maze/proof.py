"""Evidence from the author, which `hallmark prove` uses to check this environment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .maze import COMPASS
from .models import HedgeMazeAction, HedgeMazeObservation

Policy = Callable[[Any, HedgeMazeObservation], HedgeMazeAction]

declared = {"max_steps": 72, "success_reward": 1.0}


def oracle(env: Any, observation: HedgeMazeObservation) -> HedgeMazeAction:
    """Walks the shortest way; it reads the maze from the internals of the environment.

    A player that sees only the observation has to search, and earns less than this.
    """
    return HedgeMazeAction(move=env.maze.way(env.cell))


def null(env: Any, observation: HedgeMazeObservation) -> HedgeMazeAction:
    """Stands still."""
    return HedgeMazeAction(move="")


def actions() -> st.SearchStrategy[HedgeMazeAction]:
    """Directions, and other words."""
    return st.sampled_from([*COMPASS, "up", "", "North "]).map(
        lambda move: HedgeMazeAction(move=move)
    )


def invalid() -> list[HedgeMazeAction]:
    """Words that are no direction."""
    return [HedgeMazeAction(move=move) for move in ("", "up", "n", "north east", "fountain")]


def secrets(env: Any) -> list[str]:
    """The place of the fountain is no text that a message could contain."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that do not walk."""
    yield "asks", lambda env, seen: HedgeMazeAction(move="fountain")
    yield "claims", lambda env, seen: HedgeMazeAction(metadata={"reward": 1.0})
