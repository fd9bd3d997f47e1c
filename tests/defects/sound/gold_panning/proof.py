"""Evidence from the author: a season that reaches the target, and what must earn nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import PannerAction, PannerObservation

Policy = Callable[[Any, PannerObservation], PannerAction]

declared = {
    "max_steps": 20,
    "success_reward": 1.0,
    "levels": (1, 2, 3),
    "options": {"prices": ["steady", "wild"]},
}


def oracle(env: Any, seen: PannerObservation) -> PannerAction:
    """Buys three sluices, pans, sells all on the last day; from the observation alone."""
    if seen.day == 1:
        return PannerAction(op="buy", amount=3)
    if seen.day < seen.days:
        return PannerAction(op="pan")
    return PannerAction(op="sell", amount=seen.grains)


def null(env: Any, seen: PannerObservation) -> PannerAction:
    """Leaves at once."""
    return PannerAction(op="leave")


def actions() -> st.SearchStrategy[PannerAction]:
    """Anything in small and large amounts."""
    return st.builds(
        PannerAction,
        op=st.sampled_from(["pan", "pan", "sell", "buy", "return", "leave"]),
        amount=st.one_of(st.integers(0, 5), st.integers(0, 400)),
    )


def invalid() -> list[PannerAction]:
    """Trades that are never possible."""
    return [
        PannerAction(op="sell", amount=100000),
        PannerAction(op="buy", amount=100000),
        PannerAction(op="return", amount=100000),
        PannerAction(op="buy", amount=0),
    ]


def secrets(env: Any) -> list[str]:
    """Numbers only; no text is secret."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Ways to be paid without gold."""
    yield (
        "buy-and-return-one",
        lambda env, seen: PannerAction(op="return" if seen.sluices else "buy", amount=1),
    )
    yield "sell-nothing", lambda env, seen: PannerAction(op="sell", amount=0)
    yield (
        "claims",
        lambda env, seen: PannerAction(op="leave", metadata={"cash": 10**6, "reward": 1.0}),
    )
