"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .hearts import RANKS, SUITS, best_line
from .models import HandObservation, PlayAction

Policy = Callable[[Any, HandObservation], PlayAction]

declared = {"max_steps": 7, "success_reward": 1.0}


def oracle(env: Any, observation: HandObservation) -> PlayAction:
    """Searches all lines of play, with all hands open."""
    return PlayAction(card=best_line(env._game)[1])


def null(env: Any, observation: HandObservation) -> PlayAction:
    """Plays nothing."""
    return PlayAction()


def actions() -> st.SearchStrategy[PlayAction]:
    """Cards of the deck."""
    cards = [suit + rank for suit in SUITS for rank in RANKS]
    return st.sampled_from(cards).map(lambda card: PlayAction(card=card))


def invalid() -> list[PlayAction]:
    """Not cards."""
    return [PlayAction(), PlayAction(card="S9"), PlayAction(card="D1"), PlayAction(card="pass")]


def secrets(env: Any) -> list[str]:
    """The hands of the two others, as lists."""
    return [str(hand) for hand in env._game.hands[1:] if len(hand) > 1]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Plays that are none."""
    yield "not a card", lambda env, seen: PlayAction(card="JOKER")
    yield (
        "cards of others",
        lambda env, seen: PlayAction(card=seen.unseen[0] if seen.unseen else ""),
    )
