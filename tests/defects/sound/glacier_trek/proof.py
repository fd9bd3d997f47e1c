"""The author's evidence about the trek."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import GlacierTrekAction, GlacierTrekObservation
from .trek import LEVELS, rations_needed

Policy = Callable[[Any, GlacierTrekObservation], GlacierTrekAction]

declared = {"max_steps": 20, "levels": tuple(LEVELS)}


def oracle(env: Any, observation: GlacierTrekObservation) -> GlacierTrekAction:
    """Buys the fewest rations that will do; then walks on clear days and camps in storms."""
    if observation.day == 0 and observation.rations == 0:
        needed = rations_needed(
            observation.forecast, observation.stages, observation.drop_in, observation.drop
        )
        return GlacierTrekAction(kind="buy", rations=needed)
    return GlacierTrekAction(kind="walk" if observation.forecast[0] == "clear" else "camp")


def null(env: Any, observation: GlacierTrekObservation) -> GlacierTrekAction:
    """Stays in camp with an empty sledge."""
    return GlacierTrekAction(kind="camp")


def actions() -> st.SearchStrategy[GlacierTrekAction]:
    """Purchases and days."""
    kinds = st.sampled_from(["buy", "walk", "walk", "camp"])
    return st.tuples(kinds, st.integers(-1, 13)).map(
        lambda pair: GlacierTrekAction(kind=pair[0], rations=pair[1])
    )


def invalid() -> list[GlacierTrekAction]:
    """Purchases that the shop refuses."""
    return [GlacierTrekAction(kind="buy", rations=count) for count in (0, -1, 13, 10**6)]


def secrets(env: Any) -> list[str]:
    """The forecast is exact and everything is shown."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Treks without provisions."""
    yield "walks-hungry", lambda env, seen: GlacierTrekAction(kind="walk")
    yield "negative-purchase", lambda env, seen: GlacierTrekAction(kind="buy", rations=-5)
    yield "claims", lambda env, seen: GlacierTrekAction(metadata={"arrived": True})
