"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import GridDayAction, GridDayObservation

Policy = Callable[[Any, GridDayObservation], GridDayAction]

declared = {"max_steps": 16, "success_reward": 1.0, "options": {}}


def oracle(env: Any, observation: GridDayObservation) -> GridDayAction:
    """Uses as little water as possible over the rest of the day."""
    needs = [d - w for d, w in zip(observation.demand, observation.wind, strict=True)]
    paths: dict[int, tuple[int, tuple[tuple[int, int], ...]]] = {observation.gas: (0, ())}
    for need in needs:
        after: dict[int, tuple[int, tuple[tuple[int, int], ...]]] = {}
        for gas, (used, moves) in paths.items():
            for target in range(max(0, gas - 30), min(200, gas + 30) + 1, 5):
                hydro = need - target
                if -5 <= hydro <= 60:
                    total = used + max(0, hydro)
                    if target not in after or total < after[target][0]:
                        after[target] = (total, (*moves, (target, max(0, hydro))))
        paths = after
    if not paths:
        return GridDayAction(gas=observation.gas)
    gas, hydro = min(paths.values())[1][0]
    return GridDayAction(gas=gas, hydro=hydro)


def null(env: Any, observation: GridDayObservation) -> GridDayAction:
    """Switches everything off."""
    return GridDayAction()


def actions() -> st.SearchStrategy[GridDayAction]:
    """Wishes, possible and impossible."""
    return st.builds(GridDayAction, gas=st.integers(-50, 300), hydro=st.integers(-50, 100))


def invalid() -> list[GridDayAction]:
    """Every wish is followed as far as possible."""
    return []


def secrets(env: Any) -> list[str]:
    """Nothing is hidden."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Absurd wishes."""
    yield "all", lambda env, seen: GridDayAction(gas=10**12, hydro=10**12)
    yield "negative", lambda env, seen: GridDayAction(gas=-(10**12), hydro=-(10**12))
