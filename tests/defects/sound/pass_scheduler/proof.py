"""The author's evidence for the pass scheduler."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import PassBoard, PassPlan
from .schedule import best_plan

Policy = Callable[[Any, PassBoard], PassPlan]

declared = {
    "max_steps": 1,
    "success_reward": 1.0,
    "levels": (1, 2, 3),
    "options": {"slew_minutes": [0, 2, 5]},
}


def oracle(env: Any, observation: PassBoard) -> PassPlan:
    """Searches the best plan on the board."""
    seen = observation
    plan = best_plan(seen.passes, seen.slew_minutes, seen.energy_budget)
    return PassPlan(passes=[one.id for one in plan])


def null(env: Any, observation: PassBoard) -> PassPlan:
    """Serves no pass."""
    return PassPlan(passes=[])


def actions() -> st.SearchStrategy[PassPlan]:
    """Sets of passes, as every board has them, and some that it may not have."""
    names = st.integers(1, 7).map(lambda number: f"P{number:02d}")
    return st.lists(names, max_size=4, unique=True).map(lambda passes: PassPlan(passes=passes))


def invalid() -> list[PassPlan]:
    """Plans with passes that no board has."""
    return [PassPlan(passes=names) for names in (["P00"], ["P99"], [""], ["p01"], ["P01", "Hydra"])]


def secrets(env: Any) -> list[str]:
    """Nothing: the board shows all that is needed, and the optimum is a number."""
    return []


def _all(env: Any, observation: PassBoard) -> PassPlan:
    """Every pass."""
    return PassPlan(passes=[one.id for one in observation.passes])


def _satellites(env: Any, observation: PassBoard) -> PassPlan:
    """Names of satellites instead of passes."""
    return PassPlan(passes=[one.satellite for one in observation.passes])


def exploits() -> Iterator[tuple[str, Policy]]:
    """Plans that cannot be carried out."""
    yield "all passes", _all
    yield "names of satellites", _satellites
    yield "claims", lambda env, seen: PassPlan(metadata={"downloaded": 10**6})
