"""Evidence of the author: a planner who tries every order, and plans that must earn nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any

from hypothesis import strategies as st

from .garden import HERBS, LEVELS, Garden
from .models import GardenPlan, GardenView

Policy = Callable[[Any, GardenView], GardenPlan]

declared = {"max_steps": 3, "success_reward": 1.0, "levels": tuple(LEVELS)}


def oracle(env: Any, observation: GardenView) -> GardenPlan:
    """Compute the points of every order of the herbs, and send the best."""
    beds = tuple(tuple(bed.split(", ")) for bed in observation.beds)
    garden = Garden(beds, tuple(observation.herbs))
    return GardenPlan(herbs=list(max(permutations(garden.herbs), key=garden.points)))


def null(env: Any, observation: GardenView) -> GardenPlan:
    """Plant nothing."""
    return GardenPlan()


def actions() -> st.SearchStrategy[GardenPlan]:
    """Plans with herbs that may be in the garden."""
    herbs = st.lists(st.sampled_from(sorted(HERBS)), max_size=6)
    return st.builds(lambda plan, final: GardenPlan(herbs=plan, final=final), herbs, st.booleans())


def invalid() -> list[GardenPlan]:
    """Plans that no garden allows."""
    return [
        GardenPlan(herbs=plan)
        for plan in ([], ["mint"], ["mint"] * 4, ["mint"] * 5, ["weed"] * 6, [""] * 4)
    ]


def secrets(env: Any) -> list[str]:
    """Nothing is hidden: the best plan follows from what is shown."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Plans that do not plant what is there."""
    yield (
        "first-herb",
        lambda env, seen: GardenPlan(herbs=[next(iter(seen.herbs))] * len(seen.beds)),
    )
    yield "one-missing", lambda env, seen: GardenPlan(herbs=list(seen.herbs)[1:])
    yield "claims", lambda env, seen: GardenPlan(metadata={"worth": 1.0})
