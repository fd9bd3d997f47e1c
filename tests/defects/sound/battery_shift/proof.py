"""Evidence from the author, which `hallmark prove` uses to check this environment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .market import SEASONS, best_plan
from .models import BatteryShiftAction, BatteryShiftObservation

Policy = Callable[[Any, BatteryShiftObservation], BatteryShiftAction]

declared = {
    "max_steps": 24,
    "success_reward": 1.0,
    "options": {"season": [None, *SEASONS]},
}


def oracle(env: Any, observation: BatteryShiftObservation) -> BatteryShiftAction:
    """Plans with the prices of the whole day."""
    shift = env.reveal()
    _, blocks = best_plan(shift.prices.reveal(), shift.hour, shift.charge, shift.owed)
    return BatteryShiftAction(blocks=blocks)


def null(env: Any, observation: BatteryShiftObservation) -> BatteryShiftAction:
    """Leaves the battery alone."""
    return BatteryShiftAction(blocks=0)


def actions() -> st.SearchStrategy[BatteryShiftAction]:
    """Every action, whether or not it fits the battery."""
    return st.integers(-2, 2).map(lambda blocks: BatteryShiftAction(blocks=blocks))


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to earn without a plan."""
    yield "sells-out", lambda env, seen: BatteryShiftAction(blocks=-min(2, seen.charge))
    yield (
        "fills-up",
        lambda env, seen: BatteryShiftAction(blocks=min(2, seen.capacity - seen.charge)),
    )
    yield "overfills", lambda env, seen: BatteryShiftAction(blocks=2)
    yield "claims", lambda env, seen: BatteryShiftAction(metadata={"share": 1.0, "balance": 10**6})
