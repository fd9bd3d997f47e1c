"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import PlanAction, PlanObservation
from .trail import NAMES, Trail, lightest, write_plan

Policy = Callable[[Any, PlanObservation], PlanAction]

declared = {
    "max_steps": 1,
    "success_reward": 1.0,
    "deterministic": True,
    "concurrent_sessions": True,
    "levels": (1, 2, 3),
}


def oracle(env: Any, seen: PlanObservation) -> PlanAction:
    """The lightest plan, from the observation alone."""
    stops = tuple((stop.km, stop.name, stop.yield_ml) for stop in seen.stops)
    trail = Trail(seen.length_km, seen.ml_per_km, seen.capacity_ml, stops)
    return PlanAction(plan=write_plan(trail, lightest(trail)))


def null(env: Any, seen: PlanObservation) -> PlanAction:
    """No water."""
    return PlanAction()


def actions() -> st.SearchStrategy[PlanAction]:
    """Plans of a few lines."""
    line = st.builds(
        lambda name, ml: f"fill {name} {ml} ml", st.sampled_from(NAMES), st.integers(0, 4000)
    )
    plans = st.lists(line, max_size=4).map("\n".join)
    return st.one_of(plans, st.text(max_size=20)).map(lambda plan: PlanAction(plan=plan))


def invalid() -> list[PlanAction]:
    """Plans that nobody can carry out."""
    texts = ("", "drink", "fill Nowhere 1 L", "fill Fox Well -1 L", "fill Fox Well inf L", "0")
    return [PlanAction(plan=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """Nothing is hidden."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Plans that do not water the hiker."""
    yield "too-much", lambda env, seen: PlanAction(plan=f"fill {seen.stops[0].name} 19.9 L")
    yield "overdraw", _overdraw
    yield "claims", lambda env, seen: PlanAction(metadata={"load": 0.1})


def _overdraw(env: Any, seen: PlanObservation) -> PlanAction:
    """Ask every stop for the way to the next one, even those that have less."""
    ends = [stop.km for stop in seen.stops[1:]] + [seen.length_km]
    lines = [
        f"fill {stop.name} {(end - stop.km) * seen.ml_per_km} ml"
        for stop, end in zip(seen.stops, ends, strict=True)
    ]
    return PlanAction(plan="\n".join(lines))
