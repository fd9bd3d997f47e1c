"""Evidence from the author of the bakery."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .market import COSTS, DAYS, TOWNS
from .models import PriceAction, ShopObservation

Policy = Callable[[Any, ShopObservation], PriceAction]

declared = {
    "max_steps": DAYS,
    "success_reward": 1.0,
    "levels": (1, 2, 3),
    "options": {"town": sorted(TOWNS)},
    "concurrent_sessions": True,
    "deterministic": True,
}


def oracle(env: Any, observation: ShopObservation) -> PriceAction:
    """The best prices, from the internals of the environment: it knows the demand.

    A player has to learn them; two days with different prices show the line at level 1.
    """
    return PriceAction(**env._market.best_prices())


def null(env: Any, observation: ShopObservation) -> PriceAction:
    """Everything for free: a loss every day."""
    return PriceAction()


def actions() -> st.SearchStrategy[PriceAction]:
    """Any prices."""
    price = st.floats(0, 50, allow_nan=False)
    return st.builds(PriceAction, bread=price, croissant=price, cake=price)


def invalid() -> list[PriceAction]:
    """Prices that cannot make a profit: at cost or below, or far too dear."""
    return [
        PriceAction(**COSTS),
        PriceAction(bread=0.5, croissant=0.5, cake=0.5),
        PriceAction(bread=50, croissant=50, cake=50),
    ]


def secrets(env: Any) -> list[str]:
    """The demand at price zero, which the player has to estimate."""
    return [repr(at_zero) for at_zero, _ in env._market.demand.values()]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Prices that do not try."""
    yield "at-cost", lambda env, seen: PriceAction(**COSTS)
    yield "too-dear", lambda env, seen: PriceAction(bread=50, croissant=50, cake=50)
    yield "claims", lambda env, seen: PriceAction(metadata={"profit": 1e9, "reward": 1.0})
