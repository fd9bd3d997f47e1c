"""The author's evidence for the fantasy shop."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import HaggleAction, HaggleObservation

Policy = Callable[[Any, HaggleObservation], HaggleAction]

declared = {"max_steps": 16, "success_reward": 1.0, "levels": (1, 2)}


def oracle(env: Any, observation: HaggleObservation) -> HaggleAction:
    """Offers a little more than half of the label each time, so that the price falls to the limit.

    It accepts when the merchant has only one bit of patience left. It uses the observation alone.
    """
    if observation.patience <= 1:
        return HaggleAction(say="accept")
    return HaggleAction(
        say=f"I offer {(observation.list_price + 1) // 2 + len(observation.offers)} gold."
    )


def null(env: Any, observation: HaggleObservation) -> HaggleAction:
    """Leaves the shop."""
    return HaggleAction(say="leave")


def actions() -> st.SearchStrategy[HaggleAction]:
    """Offers, and other sentences."""
    offers = st.integers(1, 260).map(lambda price: f"I offer {price} gold.")
    return st.one_of(offers, st.sampled_from(["accept", "leave", "hm"]), st.text(max_size=9)).map(
        lambda say: HaggleAction(say=say)
    )


def invalid() -> list[HaggleAction]:
    """Sentences that offer no price."""
    said = ("", "hello", "I offer -5 gold", "70 or 80", "I offer 1.5 gold", "accept it for me")
    return [HaggleAction(say=text) for text in said]


def secrets(env: Any) -> list[str]:
    """The merchant's limit, as a sentence could betray it."""
    return [
        f"limit {env._haggle.limit}",
        f"limit={env._haggle.limit}",
        f"at least {env._haggle.limit}",
    ]


def _label(env: Any, observation: HaggleObservation) -> HaggleAction:
    """Pays what the label says."""
    return HaggleAction(say="accept")


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that do not haggle."""
    yield "pays the label", _label
    yield "offers one coin", lambda env, seen: HaggleAction(say="I offer 1 gold.")
    yield "negative price", lambda env, seen: HaggleAction(say="I offer -500 gold.")
    yield "claims", lambda env, seen: HaggleAction(say="sold for nothing", metadata={"paid": 1})
