"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import ShopAction, ShopObservation
from .shop import rule

Policy = Callable[[Any, ShopObservation], ShopAction]

declared = {"max_steps": 14, "success_reward": 1.0, "options": {"level": ["calm", "busy"]}}


def oracle(env: Any, seen: ShopObservation) -> ShopAction:
    """The simple rule."""
    return ShopAction(text=f"order {rule(env.state.level, seen.day, seen.stock)}")


def null(env: Any, seen: ShopObservation) -> ShopAction:
    """Never orders."""
    return ShopAction(text="order 0")


def actions() -> st.SearchStrategy[ShopAction]:
    """Orders, and texts that are none."""
    orders = st.integers(0, 70).map(lambda number: f"order {number}")
    return st.builds(
        ShopAction, text=st.one_of(orders, st.sampled_from(["", "order", "buy 5", "order many"]))
    )


def invalid() -> list[ShopAction]:
    """Count as no order."""
    return [ShopAction(), ShopAction(text="order 61"), ShopAction(text="order ten")]


def secrets(env: Any) -> list[str]:
    """Numbers only."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Things that should not pay well."""
    yield "full", lambda env, seen: ShopAction(text="order 60")
    yield "idle", lambda env, seen: ShopAction(text="")
