"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import StockAction, StockObservation

Policy = Callable[[Any, StockObservation], StockAction]

declared = {"max_steps": 12, "success_reward": 1.0, "options": {"level": ["calm", "busy"]}}
_LEAD = {"belt": 1, "valve": 3, "filter": 2}


def oracle(env: Any, observation: StockObservation) -> StockAction:
    """Orders each part just in time."""
    return StockAction(
        orders={
            job.part: job.quantity
            for job in observation.plan
            if job.day == observation.day + _LEAD[job.part]
        }
    )


def null(env: Any, observation: StockObservation) -> StockAction:
    """Never orders."""
    return StockAction()


def actions() -> st.SearchStrategy[StockAction]:
    """Orders of all sizes."""
    parts = st.sampled_from(["belt", "valve", "filter", "wheel"])
    return st.builds(StockAction, orders=st.dictionaries(parts, st.integers(0, 60), max_size=3))


def invalid() -> list[StockAction]:
    """Orders that are refused."""
    return [StockAction(orders={"wheel": 1}), StockAction(orders={"belt": 41})]


def secrets(env: Any) -> list[str]:
    """The plan is public."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Too much of everything."""
    yield "plenty", lambda env, seen: StockAction(orders={"belt": 40, "valve": 40, "filter": 40})
