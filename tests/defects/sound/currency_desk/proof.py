"""Evidence from the author: the best round trip, the floor, and orders that must not be paid."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from .market import CURRENCIES, HOME, Market, best_trip
from .models import DeskObservation, TradeOrder

declared = {
    "max_steps": 6,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": (1, 2, 3),
}


def oracle(env: Any, observation: DeskObservation) -> TradeOrder:
    """Walk the best round trip with everything that the desk holds; from the observation alone."""
    trip, _ = best_trip(Market(observation.rates))
    held = max(observation.balances, key=lambda name: observation.balances[name] > 0)
    if held == HOME and observation.orders_left < 6:
        return TradeOrder(close=True)
    place = trip.index(held)
    return TradeOrder(sell=held, buy=trip[place + 1], amount=observation.balances[held])


def null(env: Any, observation: DeskObservation) -> TradeOrder:
    """Close the desk at once."""
    return TradeOrder(close=True)


def actions() -> st.SearchStrategy[TradeOrder]:
    """Orders of all sizes, and the end of the day."""
    names = st.sampled_from((*CURRENCIES, "", "XXX"))
    return st.builds(
        TradeOrder,
        sell=st.one_of(st.just(HOME), names),
        buy=names,
        amount=st.one_of(st.just(1000.0), st.floats(0.0, 2000.0)),
        close=st.sampled_from((False, False, False, True)),
    )


def invalid() -> list[TradeOrder]:
    """Orders that the desk refuses."""
    return [
        TradeOrder(),
        TradeOrder(sell="EUR", buy="EUR", amount=10.0),
        TradeOrder(sell="EUR", buy="XXX", amount=10.0),
        TradeOrder(sell="EUR", buy="USD", amount=1000.01),
        TradeOrder(sell="USD", buy="EUR", amount=1.0),
    ]


def secrets(env: Any) -> list[str]:
    """Everything is public: the best trip follows from the rates."""
    return []


def exploits():
    """Orders that gain nothing."""
    yield "too-much", lambda env, seen: TradeOrder(sell="EUR", buy="USD", amount=1e12)
    yield "there-and-back", _there_and_back
    yield "claims", lambda env, seen: TradeOrder(close=True, metadata={"gain": 1.0})


def _there_and_back(env: Any, seen: DeskObservation) -> TradeOrder:
    """Trade with one other currency only, to and fro."""
    other = next(name for name in seen.balances if name != HOME)
    sell, buy = (HOME, other) if seen.balances[HOME] else (other, HOME)
    return TradeOrder(sell=sell, buy=buy, amount=seen.balances[sell])
