"""Evidence from the author of the bouts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .fencing import Phrase, touches
from .models import BoutRefereeAction, BoutRefereeObservation

Policy = Callable[[Any, BoutRefereeObservation], BoutRefereeAction]

declared = {"max_steps": 9, "success_reward": 1.0}


def oracle(env: Any, observation: BoutRefereeObservation) -> BoutRefereeAction:
    """Apply the rules to what is seen."""
    phrase = Phrase(tuple(observation.phrase), observation.lights)
    return BoutRefereeAction(**touches(observation.weapon, phrase))


def null(env: Any, observation: BoutRefereeObservation) -> BoutRefereeAction:
    """Never a touch."""
    return BoutRefereeAction()


def actions() -> st.SearchStrategy[BoutRefereeAction]:
    """All calls."""
    return st.builds(BoutRefereeAction, left=st.booleans(), right=st.booleans())


def invalid() -> list[BoutRefereeAction]:
    """None: each call can be right."""
    return []


def secrets(env: Any) -> list[str]:
    """None: all that matters is seen."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Calls without a look at the phrase."""
    yield "always-left", lambda env, seen: BoutRefereeAction(left=True)
    yield "always-both", lambda env, seen: BoutRefereeAction(left=True, right=True)
