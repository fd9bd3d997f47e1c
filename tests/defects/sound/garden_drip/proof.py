"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import GardenAction, GardenObservation

Policy = Callable[[Any, GardenObservation], GardenAction]

declared = {"max_steps": 14, "success_reward": 1.0, "options": {}}


def oracle(env: Any, observation: GardenObservation) -> GardenAction:
    """Fills every bed up to 53 points."""
    return GardenAction(litres=[max(0.0, (53.0 - level) / 2) for level in observation.moisture])


def null(env: Any, observation: GardenObservation) -> GardenAction:
    """Leaves the valves shut."""
    return GardenAction(litres=[0.0, 0.0, 0.0])


def actions() -> st.SearchStrategy[GardenAction]:
    """Some water."""
    litres = st.lists(st.floats(0.0, 20.0), max_size=3)
    return st.builds(GardenAction, litres=litres, harvest=st.sampled_from([False] * 15 + [True]))


def invalid() -> list[GardenAction]:
    """Settings that are refused."""
    return [GardenAction(), GardenAction(litres=[1.0]), GardenAction(litres=[3.0, 3.0])]


def secrets(env: Any) -> list[str]:
    """The weather is drawn day by day."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Harvests at once, or drowns everything."""
    yield "harvest", lambda env, seen: GardenAction(harvest=True)
    yield "flood", lambda env, seen: GardenAction(litres=[20.0, 20.0, 20.0])
