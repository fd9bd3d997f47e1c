"""Evidence from the author: how an order is met at the lowest cost, and what must earn nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import CounterAction, CounterObservation
from .orders import LEVELS, NOTES, TEAS, TIN, Tea, cost, matching
from .server.tea_counter_environment import MAX_STEPS

Policy = Callable[[Any, CounterObservation], CounterAction]

declared = {"max_steps": MAX_STEPS, "success_reward": 1.0, "levels": tuple(LEVELS)}

_KINDS = ("buy_loose", "buy_tins", "open_tins", "return_loose", "return_tins", "blend")


def oracle(env: Any, observation: CounterObservation) -> CounterAction:
    """Finds the cheapest blend by trying all, and buys it; reads the observation alone."""
    shelf = [
        Tea(tea.name, tuple(tea.notes[name] for name in NOTES), tea.loose_price)
        for tea in observation.shelf
    ]
    blends = matching(shelf, observation.wanted_measures, observation.wanted_notes)
    best = min(blends, key=lambda amounts: (cost(shelf, amounts), amounts))
    for tea, wanted in zip(shelf, best, strict=True):
        held = observation.held[tea.name]
        missing = wanted - held.loose
        if missing >= TIN and held.tins:
            return CounterAction(kind="open_tins", tea=tea.name, count=missing // TIN)
        if missing >= TIN:
            return CounterAction(kind="buy_tins", tea=tea.name, count=missing // TIN)
        if missing:
            return CounterAction(kind="buy_loose", tea=tea.name, count=missing)
    return CounterAction(kind="blend")


def null(env: Any, observation: CounterObservation) -> CounterAction:
    """Blends nothing."""
    return CounterAction(kind="blend")


def actions() -> st.SearchStrategy[CounterAction]:
    """Anything that can be done with any tea."""
    return st.builds(
        CounterAction,
        kind=st.sampled_from(_KINDS),
        tea=st.sampled_from([tea.name for tea in TEAS]),
        count=st.integers(1, 12),
    )


def invalid() -> list[CounterAction]:
    """Steps that the counter always refuses."""
    return [
        CounterAction(kind="buy_loose", tea="Coffee"),
        CounterAction(kind="buy_tins", tea=""),
        CounterAction(kind="buy_tins", tea="Darjeeling", count=60),
        CounterAction(kind="return_loose", tea="Assam", count=60),
        CounterAction(kind="open_tins", tea="assam"),
    ]


def secrets(env: Any) -> list[str]:
    """The lowest cost follows from what is shown; nothing is hidden."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to be paid without a blend that meets the order."""
    yield "one tea only", _one_tea
    yield "buys and returns", _back_and_forth
    yield "sealed tins", _sealed
    yield "claims", lambda env, seen: CounterAction(metadata={"met": True, "spent": 1})


def _one_tea(env: Any, seen: CounterObservation) -> CounterAction:
    """The wanted measures of the first tea."""
    name = seen.shelf[0].name
    missing = seen.wanted_measures - seen.held[name].loose
    affordable = missing * seen.shelf[0].loose_price <= seen.purse
    if not missing or not affordable:
        return CounterAction(kind="blend")
    return CounterAction(kind="buy_loose", tea=name, count=missing)


def _back_and_forth(env: Any, seen: CounterObservation) -> CounterAction:
    """Buys a measure of the first tea and returns it, until the end."""
    held = seen.held[seen.shelf[0].name].loose
    return CounterAction(kind="return_loose" if held else "buy_loose", tea=seen.shelf[0].name)


def _sealed(env: Any, seen: CounterObservation) -> CounterAction:
    """Buys tins and leaves them sealed."""
    if any(holding.tins for holding in seen.held.values()):
        return CounterAction(kind="blend")
    return CounterAction(kind="buy_tins", tea=seen.shelf[0].name)
