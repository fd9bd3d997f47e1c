"""Evidence from the author, which `hallmark prove` uses to check this environment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .change import find_change
from .models import CashTillAction, CashTillObservation
from .server.cash_till_environment import COINS

Policy = Callable[[Any, CashTillObservation], CashTillAction]

declared = {"max_steps": 2, "success_reward": 1.0, "deterministic": True, "levels": (1, 2)}


def oracle(env: Any, observation: CashTillObservation) -> CashTillAction:
    """Search in the till."""
    till = {int(coin): count for coin, count in observation.till.items()}
    coins = find_change(observation.paid - observation.price, till)
    return CashTillAction(coins=coins or [])


def null(env: Any, observation: CashTillObservation) -> CashTillAction:
    """No coins."""
    return CashTillAction(coins=[])


def actions() -> st.SearchStrategy[CashTillAction]:
    """Any coins, and other numbers."""
    coins = st.one_of(st.sampled_from(COINS), st.integers(-10, 300))
    return st.lists(coins, max_size=10).map(lambda sent: CashTillAction(coins=sent))


def invalid() -> list[CashTillAction]:
    """Change that is never right."""
    lists = ([], [0], [-5, 5], [3], [200] * 40, [10**9], [1000])
    return [CashTillAction(coins=list(coins)) for coins in lists]


def secrets(env: Any) -> list[str]:
    """Nothing: sale and till are shown."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Change without counting."""
    yield "difference", lambda env, seen: CashTillAction(coins=[seen.paid - seen.price])
    yield "negative", lambda env, seen: CashTillAction(coins=[seen.paid, -seen.price])
    yield "claims", lambda env, seen: CashTillAction(metadata={"right": True, "reward": 1.0})
