"""Evidence from the author, which `hallmark prove` uses to check this environment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import PASSAGES, ChartersAction, ChartersObservation
from .register import FIRST, LAST, fitting_years

Policy = Callable[[Any, ChartersObservation], ChartersAction]

declared = {"max_steps": 8, "success_reward": 1.0, "levels": (1,), "deterministic": True}


def oracle(env: Any, observation: ChartersObservation) -> ChartersAction:
    """Read until one year is left, then give it; plays from the observation alone."""
    years = fitting_years(observation.read)
    unread = [passage for passage in PASSAGES if passage not in observation.read]
    if len(years) == 1 or not unread:
        return ChartersAction(move="date", year=years[0])
    return ChartersAction(move="examine", passage=unread[0])


def null(env: Any, observation: ChartersObservation) -> ChartersAction:
    """Read the address again and again."""
    return ChartersAction(move="examine", passage="address")


def actions() -> st.SearchStrategy[ChartersAction]:
    """Moves of every kind."""
    return st.builds(
        ChartersAction,
        move=st.sampled_from(("examine", "estimate", "date")),
        passage=st.sampled_from(PASSAGES),
        year=st.integers(FIRST, LAST),
    )


def invalid() -> list[ChartersAction]:
    """Years outside the register."""
    return [ChartersAction.model_construct(move="date", year=year) for year in (0, 1099, 1300)]


def secrets(env: Any) -> list[str]:
    """None: the year is a number, and the register may contain it as a bound."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to earn reward without reading the charter."""
    yield "seal-only", lambda env, seen: ChartersAction(move="examine", passage="seal")
    yield "estimates-only", lambda env, seen: ChartersAction(move="estimate", year=1200)
    yield "claims", lambda env, seen: ChartersAction(metadata={"dated": True, "reward": 1.0})
