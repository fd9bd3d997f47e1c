"""Evidence from the author: how a week is watered, and what must earn nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import WateringAction, WateringObservation
from .week import CLIMATES, CROPS, DAYS, LEVELS, Plot, litres_to

Policy = Callable[[Any, WateringObservation], WateringAction]

declared = {
    "max_steps": DAYS,
    "success_reward": 1.0,
    "levels": tuple(LEVELS),
    "options": {"climate": list(CLIMATES)},
}


def oracle(env: Any, observation: WateringObservation) -> WateringAction:
    """Keeps every bed at the lower end of its band, from the observation alone."""
    litres = {}
    for bed in observation.beds:
        plot = Plot(
            bed.name,
            bed.area,
            bed.thirst,
            round(10 * bed.lowest),
            round(10 * bed.highest),
            round(10 * bed.moisture),
        )
        litres[bed.name] = litres_to(plot, plot.lowest, round(10 * observation.evaporation))
    return WateringAction(litres=litres)


def null(env: Any, observation: WateringObservation) -> WateringAction:
    """Waters nothing."""
    return WateringAction()


def actions() -> st.SearchStrategy[WateringAction]:
    """Any amounts for any beds."""
    amounts = st.dictionaries(st.sampled_from(sorted(CROPS)), st.integers(0, 120), max_size=4)
    return amounts.map(lambda litres: WateringAction(litres=litres))


def invalid() -> list[WateringAction]:
    """Plans that cannot be carried out."""
    plans = [{"": 10}, {"roses": 10}, {"Tomatoes": 5}, dict.fromkeys(CROPS, 2000)]
    return [WateringAction(litres=plan) for plan in plans]


def secrets(env: Any) -> list[str]:
    """The weather to come is hidden, but it is numbers, which may occur for other reasons."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that do not look after the beds."""
    yield "a drop each", lambda env, seen: _same(seen, 1)
    yield "floods", lambda env, seen: _same(seen, 2000)
    yield "claims", lambda env, seen: WateringAction(metadata={"in_band": 99, "reward": 1.0})


def _same(seen: WateringObservation, litres: int) -> WateringAction:
    return WateringAction(litres={bed.name: litres for bed in seen.beds})
