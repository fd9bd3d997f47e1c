"""Evidence from the author: the best trade, and what must earn nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import CaravanTradeAction, CaravanTradeObservation, Order
from .road import BASE_PRICES, ROADS, SIZES, best_cargo

Policy = Callable[[Any, CaravanTradeObservation], CaravanTradeAction]

declared = {
    "max_steps": max(size.legs for size in SIZES.values()),
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": tuple(SIZES),
    "options": {"road": sorted(ROADS)},
}


def oracle(env: Any, observation: CaravanTradeObservation) -> CaravanTradeAction:
    """Sells everything and buys the best cargo for the next leg; needs the observation alone."""
    seen = observation
    money = seen.cash + sum(seen.prices[good] * loads for good, loads in seen.cargo.items())
    cargo = best_cargo(seen.prices, seen.next_prices, seen.camels, money)
    sales = [Order(side="sell", good=good, loads=loads) for good, loads in seen.cargo.items()]
    return CaravanTradeAction(
        orders=sales + [Order(side="buy", good=good, loads=n) for good, n in cargo.items()]
    )


def null(env: Any, observation: CaravanTradeObservation) -> CaravanTradeAction:
    """Trades nothing, and pays wages all the same."""
    return CaravanTradeAction()


def actions() -> st.SearchStrategy[CaravanTradeAction]:
    """A few orders, most of which can be met."""
    goods = st.sampled_from([*BASE_PRICES, "salt", "dates", "ivory"])
    sides = st.sampled_from(["buy", "buy", "sell"])
    orders = st.builds(Order, side=sides, good=goods, loads=st.integers(1, 6))
    return st.lists(orders, max_size=4).map(lambda lines: CaravanTradeAction(orders=lines))


def invalid() -> list[CaravanTradeAction]:
    """Orders that no market can meet."""
    lines = [("buy", "ivory", 1), ("sell", "gold", 2), ("buy", "", 1), ("buy", "salt", 99)]
    return [
        CaravanTradeAction(orders=[Order(side=side, good=good, loads=loads)])
        for side, good, loads in lines
    ]


def secrets(env: Any) -> list[str]:
    """Nothing that is hidden has the form of a text."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Ways to get rich without a journey."""
    yield "claims", lambda env, seen: CaravanTradeAction(metadata={"cash": 10_000})
    yield "sells what it lacks", lambda env, seen: _one("sell", seen, 5)
    yield "more than the camels carry", lambda env, seen: _one("buy", seen, seen.camels + 1)
    yield "buys and sells at once", _there_and_back


def _one(side: str, seen: CaravanTradeObservation, loads: int) -> CaravanTradeAction:
    return CaravanTradeAction(orders=[Order(side=side, good=min(seen.prices), loads=loads)])


def _there_and_back(env: Any, seen: CaravanTradeObservation) -> CaravanTradeAction:
    """The same loads bought and sold, over and over."""
    pair = [Order(side=side, good="dates", loads=3) for side in ("buy", "sell")]
    return CaravanTradeAction(orders=pair * 6)
