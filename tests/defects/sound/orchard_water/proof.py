"""Evidence from the author: how an orchard is kept, and which policies must earn nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import OrchardWaterAction, OrchardWaterObservation
from .weather import LOWEST_GOOD

Policy = Callable[[Any, OrchardWaterObservation], OrchardWaterAction]

declared = {"max_steps": 40, "levels": (1, 2, 3), "deterministic": True}


def oracle(env: Any, observation: OrchardWaterObservation) -> OrchardWaterAction:
    """Draw and irrigate just what keeps the soil moist enough until the evening."""
    if not observation.forecast:
        return OrchardWaterAction()
    today = observation.forecast[0]
    evening = observation.moisture + today.rain - today.evaporation
    need = min(20, max(0, LOWEST_GOOD - evening))
    return OrchardWaterAction(draw=max(0, need - observation.cistern), irrigate=need)


def null(env: Any, observation: OrchardWaterObservation) -> OrchardWaterAction:
    """Leave the orchard to the rain."""
    return OrchardWaterAction()


def actions() -> st.SearchStrategy[OrchardWaterAction]:
    """Every action."""
    return st.builds(
        lambda draw, irrigate: OrchardWaterAction(draw=draw, irrigate=irrigate),
        st.integers(0, 30),
        st.integers(0, 20),
    )


def invalid() -> list[OrchardWaterAction]:
    """More irrigation than an empty cistern holds."""
    return [OrchardWaterAction(irrigate=amount) for amount in (1, 10, 20)]


def secrets(env: Any) -> list[str]:
    """Nothing is hidden as a text; the weather after the forecast is numbers."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to get a harvest without water, or without care."""
    yield "empty-cistern", lambda *_: OrchardWaterAction(irrigate=20)
    yield "flood", lambda *_: OrchardWaterAction(draw=30, irrigate=20)
    yield "hoard", lambda *_: OrchardWaterAction(draw=30)
    yield "claims", lambda *_: OrchardWaterAction(metadata={"harvest": 1.0, "billed": 0})
