"""What the author knows about the seller."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import TalkAction, TalkObservation
from .sellers import LEVELS, REFUSAL_COINS, REFUSALS, Sale

Policy = Callable[[Any, TalkObservation], TalkAction]

declared = {
    "max_steps": REFUSALS,
    "levels": LEVELS,
    "options": {"told_reserve": [False, True]},
    "concurrent_sessions": True,
    "deterministic": True,
}


def best_profit(sale: Sale, at: int, refused: int) -> tuple[int, str]:
    """The most coins that can still be earned, and how: `walk`, `deal` or `wait`.

    A deal costs the next price of the series: an offer of exactly that is taken at once.
    """
    top = (0, "walk")
    if refused < REFUSALS:
        deal = sale.value - sale.prices[at + 1]
        wait = best_profit(sale, at + 1, refused + 1)[0] - REFUSAL_COINS
        top = max(top, (deal, "deal"), (wait, "wait"), key=lambda choice: choice[0])
    return top


def oracle(env: Any, observation: TalkObservation) -> TalkAction:
    """Earns the most that this seller allows. It reads the series of prices in the environment,
    which no buyer knows: it is the bound for buyers, not a model of one. Where no deal is
    worth having it walks away and earns 0.
    """
    talk = env._talk
    how = best_profit(talk.sale, talk.at, len(talk.refused))[1]
    if how == "walk":
        return TalkAction(move="walk")
    if how == "deal":
        return TalkAction(move="offer", price=talk.sale.prices[talk.at + 1])
    return TalkAction(move="offer", price=(observation.asks + 1) // 2)


def null(env: Any, observation: TalkObservation) -> TalkAction:
    """Walks away at once and earns 0."""
    return TalkAction(move="walk")


def actions() -> st.SearchStrategy[TalkAction]:
    """Offers of every size, and the two other moves."""
    moves = st.sampled_from(["offer", "offer", "offer", "accept", "walk"])
    return st.builds(TalkAction, move=moves, price=st.integers(0, 400))


def invalid() -> list[TalkAction]:
    """Offers that no seller takes: each costs 2 coins and moves nothing."""
    return [TalkAction(move="offer", price=price) for price in (0, 1, 5)]


def secrets(env: Any) -> list[str]:
    """None as text: the reserve price is a number that may also occur as an offer or a price."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Ways to get the thing for nothing, or to be paid for talking."""
    yield "offers nothing", lambda env, seen: TalkAction(move="offer", price=0)
    yield "offers one coin", lambda env, seen: TalkAction(move="offer", price=1)
    yield "just not serious", lambda env, seen: TalkAction(move="offer", price=(seen.asks - 1) // 2)
    yield "claims", lambda env, seen: TalkAction(metadata={"bought_for": 1, "reward": 1.0})
