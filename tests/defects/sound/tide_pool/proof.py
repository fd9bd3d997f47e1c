"""Evidence from the author, which `hallmark prove` uses to check this environment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import TidePoolAction, TidePoolObservation

Policy = Callable[[Any, TidePoolObservation], TidePoolAction]

declared = {"max_steps": 20, "success_reward": 1.0, "options": {"split": ["train", "test"]}}
_PLACES = [(row, column) for row in (0, 2, 4) for column in range(6)]


def oracle(env: Any, observation: TidePoolObservation) -> TidePoolAction:
    """Counts one row of every zone, and doubles the sum."""
    done = len(observation.looks)
    if done < len(_PLACES):
        row, column = _PLACES[done]
        return TidePoolAction(command="look", row=row, column=column)
    return TidePoolAction(command="report", total=2 * sum(o.anemones for o in observation.looks))


def null(env: Any, observation: TidePoolObservation) -> TidePoolAction:
    """Reports an empty pool."""
    return TidePoolAction(command="report", total=0)


def actions() -> st.SearchStrategy[TidePoolAction]:
    """Looks, reports, and things that are refused."""
    return st.builds(
        TidePoolAction,
        command=st.sampled_from(["look", "look", "look", "report", "swim"]),
        row=st.integers(-1, 6),
        column=st.integers(-1, 6),
        total=st.integers(0, 2000),
    )


def invalid() -> list[TidePoolAction]:
    """Actions that are refused."""
    return [
        TidePoolAction(),
        TidePoolAction(command="look", row=6),
        TidePoolAction(command="look", column=-1),
        TidePoolAction(command="swim"),
    ]


def secrets(env: Any) -> list[str]:
    """The total is a number; there is no text to hide."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Reports without a survey."""
    yield "huge", lambda env, seen: TidePoolAction(command="report", total=100000)
    yield "nothing", lambda env, seen: TidePoolAction(command="report", metadata={"total": 300})
