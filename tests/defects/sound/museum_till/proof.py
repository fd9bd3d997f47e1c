"""Evidence from the author of the counter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import MuseumTillAction, MuseumTillObservation

Policy = Callable[[Any, MuseumTillObservation], MuseumTillAction]

declared = {"max_steps": 3, "success_reward": 1.0, "levels": (1, 2, 3)}


def oracle(env: Any, observation: MuseumTillObservation) -> MuseumTillAction:
    """Add up quarters of the adult price."""
    quarters, paying = 0, 0
    for age in observation.ages:
        part = 0 if age < 6 else 2 if age < 18 else 4 if age < 65 else 3
        quarters += part
        paying += part > 0
    total = quarters * observation.adult // 4
    return MuseumTillAction(total=total - total // 5 if paying >= 8 else total)


def null(env: Any, observation: MuseumTillObservation) -> MuseumTillAction:
    """Ask for no price."""
    return MuseumTillAction()


def actions() -> st.SearchStrategy[MuseumTillAction]:
    """Prices in full euros."""
    return st.integers(0, 300).map(lambda euros: MuseumTillAction(total=100 * euros))


def invalid() -> list[MuseumTillAction]:
    """Prices for nobody."""
    return [MuseumTillAction(total=total) for total in (-1, 0, 1, 1_000_000)]


def secrets(env: Any) -> list[str]:
    """None: ages and prices lie open."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Prices without a look at the board."""
    yield "one-adult", lambda env, seen: MuseumTillAction(total=seen.adult)
    yield "nothing", lambda env, seen: MuseumTillAction(total=0)
