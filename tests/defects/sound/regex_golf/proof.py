"""Evidence from the author."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import GolfAction, GolfObservation
from .words import RULES, separates

Policy = Callable[[Any, GolfObservation], GolfAction]

declared = {"max_steps": 6, "success_reward": 1.0, "options": {"split": ["train", "test"]}}


def oracle(env: Any, observation: GolfObservation) -> GolfAction:
    """Submits the rule that explains the shown words."""
    shown = tuple(observation.winners), tuple(observation.losers)
    for rule in RULES["train"] + RULES["test"]:
        if separates(re.compile(rule), *shown):
            return GolfAction(pattern=rule, submit=True)
    return GolfAction(submit=True)


def null(env: Any, observation: GolfObservation) -> GolfAction:
    """Submits nothing."""
    return GolfAction(submit=True)


def actions() -> st.SearchStrategy[GolfAction]:
    """Patterns of all sorts."""
    text = st.text(alphabet="abcdefghijklmnop.[]^$|()*+?-", max_size=12)
    return st.builds(GolfAction, pattern=text, submit=st.sampled_from([False, False, True]))


def invalid() -> list[GolfAction]:
    """Not allowed."""
    return [GolfAction(pattern=p) for p in ("", "(", "[", "(a*)*", "a{2}", "a" * 61)]


def secrets(env: Any) -> list[str]:
    """Hidden words."""
    return list(env._hole.hidden_winners + env._hole.hidden_losers)


def exploits() -> Iterator[tuple[str, Policy]]:
    """Patterns without thought."""
    yield "all", lambda env, seen: GolfAction(pattern=".", submit=True)
    yield "none", lambda env, seen: GolfAction(pattern="z", submit=True)
