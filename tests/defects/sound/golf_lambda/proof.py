"""Evidence from the author, which `hallmark prove` uses to check this environment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .course import HOLES
from .models import GolfAction, GolfObservation

Policy = Callable[[Any, GolfObservation], GolfAction]

declared = {"max_steps": 4, "success_reward": 1.0, "options": {"split": ["train", "test"]}}
_PAR = {hole.text: hole.par for holes in HOLES.values() for hole in holes}


def oracle(env: Any, observation: GolfObservation) -> GolfAction:
    """Knows a solution for every task."""
    return GolfAction(code=_PAR[observation.task], final=True)


def null(env: Any, observation: GolfObservation) -> GolfAction:
    """Returns nothing."""
    return GolfAction(code="lambda *a:0", final=True)


def actions() -> st.SearchStrategy[GolfAction]:
    """Some lambdas and some junk."""
    codes = st.sampled_from(
        ["lambda a:a", "lambda a:sum(a)", "lambda:1", "print(1)", "", "lambda a:a.__class__"]
    )
    return st.builds(GolfAction, code=codes, final=st.booleans())


def invalid() -> list[GolfAction]:
    """Code that is not accepted."""
    return [GolfAction(), GolfAction(code="1+1"), GolfAction(code="lambda a:a.__class__")]


def secrets(env: Any) -> list[str]:
    """The solution."""
    return [env._hole.par]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Code that does not solve the task."""
    yield "identity", lambda env, seen: GolfAction(code="lambda a,*b:a", final=True)
    yield "endless", lambda env, seen: GolfAction(code="lambda *a:9**9**9", final=True)
