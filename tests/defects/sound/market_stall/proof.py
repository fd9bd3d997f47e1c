"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import StallAction, StallObservation
from .trade import Market, best

Policy = Callable[[Any, StallObservation], StallAction]

declared = {"max_steps": 40, "success_reward": 1.0, "options": {"level": [1, 2]}}


def oracle(env: Any, observation: StallObservation) -> StallAction:
    """Tries all plans; after a trade it ends the day."""
    if observation.note.startswith(("bought", "sold")):
        return StallAction(order="next")
    market = Market(observation.coins, observation.room, tuple(observation.prices))
    order = best(market, observation.day - 1, observation.coins, observation.pears)[1]
    return StallAction(order=order)


def null(env: Any, observation: StallObservation) -> StallAction:
    """Waits."""
    return StallAction(order="next")


def actions() -> st.SearchStrategy[StallAction]:
    """Orders."""
    trades = st.builds("{} {}".format, st.sampled_from(("buy", "sell")), st.integers(1, 60))
    return st.one_of(trades, st.just("next")).map(lambda order: StallAction(order=order))


def invalid() -> list[StallAction]:
    """Not orders."""
    texts = ("", "buy", "buy 0", "buy -3", "sell -3", "buy 1.5", "sell all", "next 1")
    return [StallAction(order=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """All is open."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Trades without pears or coins."""

    def short(env: Any, seen: StallObservation) -> StallAction:
        return StallAction(order="sell 10" if seen.actions_left > 7 else "next")

    yield "sell-nothing", short
    yield "minus", lambda env, seen: StallAction(order="buy -5")
    yield "credit", lambda env, seen: StallAction(order="buy 9999")
