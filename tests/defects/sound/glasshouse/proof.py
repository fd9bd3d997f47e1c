"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .house import Season, plan
from .models import GlasshouseObservation, WeekAction

Policy = Callable[[Any, GlasshouseObservation], WeekAction]

declared = {"max_steps": 8, "success_reward": 1.0, "options": {"climate": ["mild", "harsh"]}}


def oracle(env: Any, observation: GlasshouseObservation) -> WeekAction:
    """Plans the rest of the season from what is seen."""
    season = Season(0, tuple(observation.drying), tuple(observation.frost))
    _, water, heat = plan(season, observation.week, observation.moisture)
    return WeekAction(water=water, heat=heat)


def null(env: Any, observation: GlasshouseObservation) -> WeekAction:
    """Does nothing."""
    return WeekAction()


def actions() -> st.SearchStrategy[WeekAction]:
    """Any water and heat."""
    return st.builds(WeekAction, water=st.integers(-5, 70), heat=st.booleans())


def invalid() -> list[WeekAction]:
    """Too much water, or less than none."""
    return [WeekAction(water=61), WeekAction(water=-1), WeekAction(water=10**6, heat=True)]


def secrets(env: Any) -> list[str]:
    """None: the forecast is right and complete."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Too much of everything."""
    yield "flood", lambda env, seen: WeekAction(water=60, heat=True)
    yield "heat only", lambda env, seen: WeekAction(heat=True)
    yield "negative water", lambda env, seen: WeekAction(water=-10)
