"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import CraneAction, YardObservation
from .yard import MOVES, solve

Policy = Callable[[Any, YardObservation], CraneAction]

declared = {"max_steps": 40, "success_reward": 1.0, "options": {"level": [1, 2, 3]}}


def oracle(env: Any, observation: YardObservation) -> CraneAction:
    """The first move of a shortest solution."""
    start, goal = tuple(observation.stacks.values()), tuple(observation.goal.values())
    return CraneAction(move=solve(start, goal)[0])


def null(env: Any, observation: YardObservation) -> CraneAction:
    """Moves nothing."""
    return CraneAction()


def actions() -> st.SearchStrategy[CraneAction]:
    """Moves."""
    return st.sampled_from(MOVES).map(lambda move: CraneAction(move=move))


def invalid() -> list[CraneAction]:
    """Not moves."""
    return [CraneAction(move=text) for text in ("", "A", "AA", "AD", "ABC", "A C", "1")]


def secrets(env: Any) -> list[str]:
    """The yard is open."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Moves that are none."""
    yield "same-stack", lambda env, seen: CraneAction(move="AA")
    yield "back-and-forth", lambda env, seen: CraneAction(move="AB" if seen.fuel % 2 else "BA")
    yield "outside", lambda env, seen: CraneAction(move="AD")
