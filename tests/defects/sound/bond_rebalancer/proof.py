"""Evidence from the author, which `hallmark prove` uses to check this environment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import PortfolioObservation, Trade
from .portfolio import BONDS

Policy = Callable[[Any, PortfolioObservation], Trade]

declared = {
    "max_steps": 24,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": (1, 2, 3),
}
SMALL = 0.0005
"""A weight closer to its target than this is not traded."""


def oracle(env: Any, observation: PortfolioObservation) -> Trade:
    """Sells the most overweight bond, else buys the most underweight one, else finishes.

    Needs the observation alone.
    """
    gaps = {
        each.bond: each.target * observation.total - each.value for each in observation.positions
    }
    least = SMALL * observation.total
    bond = min(gaps, key=gaps.__getitem__)
    if gaps[bond] < -least:
        return Trade(bond=bond, amount=gaps[bond])
    bond = max(gaps, key=gaps.__getitem__)
    amount = min(gaps[bond], observation.cash * 0.99)
    if amount > least:
        return Trade(bond=bond, amount=amount)
    return Trade(kind="finish")


def null(env: Any, observation: PortfolioObservation) -> Trade:
    """Hands over the portfolio as it is."""
    return Trade(kind="finish")


def actions() -> st.SearchStrategy[Trade]:
    """Trades of any bond, and now and then the end."""
    kinds = st.sampled_from(["trade", "trade", "trade", "finish"])
    amounts = st.floats(-500.0, 500.0)
    return st.builds(Trade, kind=kinds, bond=st.sampled_from(BONDS), amount=amounts)


def invalid() -> list[Trade]:
    """Trades that are refused in every portfolio."""
    return [
        Trade(bond="", amount=10.0),
        Trade(bond="UKT 9.99 1999", amount=10.0),
        Trade(bond=BONDS[0], amount=1e9),
        Trade(bond=BONDS[0], amount=-1e9),
        Trade(bond=BONDS[3], amount=1e300),
    ]


def secrets(env: Any) -> list[str]:
    """Everything is shown."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to be paid without rebalancing."""
    yield "trades nothing", lambda env, seen: Trade(bond=seen.positions[0].bond, amount=0.0)
    yield "sells short", lambda env, seen: Trade(bond=seen.positions[0].bond, amount=-1e7)
    yield "buys on credit", lambda env, seen: Trade(bond=seen.positions[-1].bond, amount=1e7)
    yield "claims", lambda env, seen: Trade(kind="finish", metadata={"score": 1.0})
