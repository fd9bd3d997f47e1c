"""Evidence from the author: the cheapest blend, and what must earn nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .metals import SCRAPS, SCRAPS_BY_LEVEL, Drawer, Order, cheapest_blend
from .models import AlloyBenchAction, AlloyBenchObservation

Policy = Callable[[Any, AlloyBenchObservation], AlloyBenchAction]

declared = {
    "max_steps": 12,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": tuple(SCRAPS_BY_LEVEL),
}


def oracle(env: Any, observation: AlloyBenchObservation) -> AlloyBenchAction:
    """Weighs in the cheapest blend, metal by metal, and casts; needs the observation alone."""
    drawers = tuple(
        Drawer(
            metal.name, metal.fineness, metal.cents_per_gram, metal.grams_left + metal.grams_used
        )
        for metal in observation.metals
    )
    order = Order(observation.order_grams, observation.order_fineness)
    _, blend = cheapest_blend(order, drawers)
    for metal in observation.metals:
        missing = blend.get(metal.name, 0.0) - metal.grams_used
        if missing > 0.001:
            return AlloyBenchAction(op="add", metal=metal.name, amount=round(missing, 4), unit="g")
    return AlloyBenchAction(op="cast")


def null(env: Any, observation: AlloyBenchObservation) -> AlloyBenchAction:
    """Casts an empty crucible."""
    return AlloyBenchAction(op="cast")


def actions() -> st.SearchStrategy[AlloyBenchAction]:
    """Small amounts of metals that are often there; a casting is rare."""
    names = ["fine gold", "copper", *(name for name, _ in SCRAPS)]
    adds = st.builds(
        AlloyBenchAction,
        op=st.just("add"),
        metal=st.sampled_from(names),
        amount=st.floats(0.01, 20.0, allow_nan=False),
        unit=st.sampled_from(["g", "dwt"]),
    )
    return st.one_of(adds, adds, adds, st.just(AlloyBenchAction(op="cast")))


def invalid() -> list[AlloyBenchAction]:
    """Amounts that no drawer gives."""
    return [
        AlloyBenchAction(op="add", metal="platinum", amount=5.0),
        AlloyBenchAction(op="add", metal="copper", amount=0.0),
        AlloyBenchAction(op="add", metal="fine gold", amount=900.0),
        AlloyBenchAction(op="add", metal="Copper ", amount=1.0),
        AlloyBenchAction(op="add", metal="", amount=1.0, unit="dwt"),
    ]


def secrets(env: Any) -> list[str]:
    """Order and drawers are shown: nothing is hidden."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Castings that do not meet the order."""
    yield "cheap and heavy", _copper
    yield "never casts", lambda env, seen: AlloyBenchAction(op="add", metal="copper", amount=0.01)
    yield "claims", lambda env, seen: AlloyBenchAction(op="cast", metadata={"fineness": 750})


def _copper(env: Any, seen: AlloyBenchObservation) -> AlloyBenchAction:
    """The right weight of copper."""
    if seen.crucible_grams:
        return AlloyBenchAction(op="cast")
    return AlloyBenchAction(op="add", metal="copper", amount=seen.order_grams)
