"""Evidence from the author, which `hallmark prove` uses to check this environment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import NightRosterAction, NightRosterObservation
from .rosters import NAMES, solve

Policy = Callable[[Any, NightRosterObservation], NightRosterAction]

declared = {"max_steps": 1, "success_reward": 1.0, "deterministic": True}


def oracle(env: Any, seen: NightRosterObservation) -> NightRosterAction:
    """Backtracking over the nights."""
    return NightRosterAction(nurses=solve(seen.nurses, seen.nights))


def null(env: Any, seen: NightRosterObservation) -> NightRosterAction:
    """An empty roster."""
    return NightRosterAction()


def actions() -> st.SearchStrategy[NightRosterAction]:
    """Lists of names."""
    names = st.lists(st.sampled_from(NAMES), max_size=8)
    return names.map(lambda roster: NightRosterAction(nurses=roster))


def invalid() -> list[NightRosterAction]:
    """Rosters that are never right."""
    rosters: list[list[str]] = [[], [""] * 7, ["Nobody"] * 7, list(NAMES)]
    return [NightRosterAction(nurses=roster) for roster in rosters]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that must earn nothing."""
    yield "one nurse", lambda env, seen: NightRosterAction(nurses=[seen.nurses[0].name] * 7)
    yield (
        "too long",
        lambda env, seen: NightRosterAction(nurses=(solve(seen.nurses, seen.nights) * 2)[:14]),
    )
    yield "claims", lambda env, seen: NightRosterAction(metadata={"kept": True})
