"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .game import RANKS, SUITS, best_line
from .models import CardAction, TableObservation

Policy = Callable[[Any, TableObservation], CardAction]

declared = {"max_steps": 7, "success_reward": 1.0, "options": {"style": ["timid", "keen"]}}


def oracle(env: Any, observation: TableObservation) -> CardAction:
    """Searches all lines of play."""
    return CardAction(card=best_line(env._game)[1])


def null(env: Any, observation: TableObservation) -> CardAction:
    """Plays nothing."""
    return CardAction()


def actions() -> st.SearchStrategy[CardAction]:
    """Cards of the deck."""
    cards = [suit + rank for suit in SUITS for rank in RANKS]
    return st.sampled_from(cards).map(lambda card: CardAction(card=card))


def invalid() -> list[CardAction]:
    """Not cards."""
    return [CardAction(), CardAction(card="S1"), CardAction(card="C9"), CardAction(card="pass")]


def secrets(env: Any) -> list[str]:
    """All hands are open."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Plays without a plan."""

    def first(env: Any, seen: TableObservation) -> CardAction:
        led = seen.trick[0][0] if seen.trick else ""
        cards = [card for card in seen.you if card[0] == led] or seen.you
        return CardAction(card=min(cards, key=lambda c: c[1] + c[0]))

    yield "always low", first
    yield "not a card", lambda env, seen: CardAction(card="JOKER")
