"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .market import best_plan
from .models import MarketObservation, TradeAction

Policy = Callable[[Any, MarketObservation], TradeAction]

declared = {"max_steps": 8, "success_reward": 1.0, "options": {"market": ["calm", "wild"]}}


def oracle(env: Any, observation: MarketObservation) -> TradeAction:
    """Plans the rest of the week."""
    seen = observation
    sell, buy = best_plan(seen.prices, seen.day - 1, seen.coins, seen.sacks)[1][0]
    return TradeAction(sell=sell, buy=buy)


def null(env: Any, observation: MarketObservation) -> TradeAction:
    """Trades nothing."""
    return TradeAction()


def actions() -> st.SearchStrategy[TradeAction]:
    """Orders of a few sacks."""
    return st.builds(TradeAction, sell=st.integers(0, 9), buy=st.integers(0, 9))


def invalid() -> list[TradeAction]:
    """Orders that are always refused."""
    return [TradeAction(sell=99), TradeAction(buy=99), TradeAction(sell=50, buy=50)]


def secrets(env: Any) -> list[str]:
    """All prices are open."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Trades without a plan."""
    yield "all sold first", lambda env, seen: TradeAction(sell=seen.sacks, buy=1)
    yield "round trip", lambda env, seen: TradeAction(sell=seen.sacks, buy=seen.sacks)
    yield "more than there is", lambda env, seen: TradeAction(sell=seen.sacks + 1)
