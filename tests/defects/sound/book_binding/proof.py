"""Evidence of the author: a clerk who asks about everything, and slips that must not pay."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import DeskAction, DeskObservation
from .workshop import CATALOGUE, LEVELS, understood

Policy = Callable[[Any, DeskObservation], DeskAction]

declared = {"max_steps": 8, "success_reward": 1.0, "levels": tuple(LEVELS)}


def oracle(env: Any, observation: DeskObservation) -> DeskAction:
    """Ask about every item, then order what the descriptions mean."""
    told = dict(line.split(": ", 1) for line in observation.talk)
    for item in observation.items:
        if item not in told:
            return DeskAction(text=f"ask {item}")
    slip = "; ".join(f"{item}={understood(item, told[item])}" for item in observation.items)
    return DeskAction(text=f"order {slip}")


def null(env: Any, observation: DeskObservation) -> DeskAction:
    """Say nothing."""
    return DeskAction(text="")


def actions() -> st.SearchStrategy[DeskAction]:
    """Questions, slips and other lines."""
    asks = st.sampled_from(sorted(CATALOGUE)).map(lambda item: f"ask {item}")
    slips = st.fixed_dictionaries(
        {item: st.sampled_from(sorted(choices)) for item, choices in CATALOGUE.items()}
    ).map(lambda slip: "order " + "; ".join(f"{item}={choice}" for item, choice in slip.items()))
    return st.one_of(asks, slips, st.text(max_size=20)).map(lambda text: DeskAction(text=text))


def invalid() -> list[DeskAction]:
    """Lines that get nowhere."""
    return [
        DeskAction(text=text) for text in ("", "hello", "ask", "ask price", "order", "order cover=")
    ]


def secrets(env: Any) -> list[str]:
    """Nothing: the menu shows every word, only the choice is secret."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Slips that are filled in without listening."""
    yield "first-of-the-menu", lambda env, seen: _slip(seen, 0)
    yield "last-of-the-menu", lambda env, seen: _slip(seen, -1)
    yield "claims", lambda env, seen: DeskAction(metadata={"right": 5, "reward": 1.0})


def _slip(seen: DeskObservation, place: int) -> DeskAction:
    return DeskAction(
        text="order " + "; ".join(f"{item}={seen.menu[item][place]}" for item in seen.items)
    )
