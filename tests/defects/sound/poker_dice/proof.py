"""What the author knows about the dice table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .events import chance
from .house import SETS
from .models import PokerDiceAction, PokerDiceObservation

Policy = Callable[[Any, PokerDiceObservation], PokerDiceAction]

declared = {
    "max_steps": 12,
    "levels": tuple(SETS),
    "options": {"show_chances": [False, True]},
    "concurrent_sessions": True,
    "deterministic": True,  # the throws are random, but decided by the seed
}


def oracle(env: Any, observation: PokerDiceObservation) -> PokerDiceAction:
    """The most chips on the best mean, if it is positive; from the observation alone.

    It has the highest mean of all policies that do not know the throws. What it really wins is
    random: about one game in thirty ends below zero.
    """
    table = tuple(observation.on_table)
    means = [
        offer.pays * chance(offer.event, tuple(offer.weights), table) - 1
        for offer in observation.offers
    ]
    best = max(range(len(means)), key=means.__getitem__)
    return PokerDiceAction(bet=best if means[best] > 0 else -1, stake=5)


def null(env: Any, observation: PokerDiceObservation) -> PokerDiceAction:
    """Passes every round and earns 0."""
    return PokerDiceAction(bet=-1)


def actions() -> st.SearchStrategy[PokerDiceAction]:
    """Bets of every size on every offer, and passes."""
    return st.builds(PokerDiceAction, bet=st.integers(-1, 3), stake=st.integers(1, 5))


def invalid() -> list[PokerDiceAction]:
    """Offers that are never on the table: they count as a pass."""
    return [PokerDiceAction(bet=number, stake=5) for number in (4, 5, 99)]


def secrets(env: Any) -> list[str]:
    """The next throws have no text that could not be that of an earlier throw."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Ways to win without calculating."""
    yield "no such offer", lambda env, seen: PokerDiceAction(bet=99, stake=5)
    yield "claims", lambda env, seen: PokerDiceAction(metadata={"chips_won": 500, "reward": 5.0})
