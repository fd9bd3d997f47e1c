"""The author's evidence about the phone shop."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .market import SIZES
from .models import PhoneTraderAction, PhoneTraderObservation

Policy = Callable[[Any, PhoneTraderObservation], PhoneTraderAction]

declared = {"max_steps": 16, "success_reward": 1.0, "levels": tuple(SIZES)}


def oracle(env: Any, observation: PhoneTraderObservation) -> PhoneTraderAction:
    """Buys three at a time, sells what is worth more than was paid and returns the rest."""
    for phone in observation.stock:
        kind = "sell" if phone.worth > phone.paid else "return"
        return PhoneTraderAction(kind=kind, phones=[phone.id])
    if observation.shelf:
        return PhoneTraderAction(kind="buy", phones=[p.id for p in observation.shelf[:3]])
    return PhoneTraderAction(kind="close")


def null(env: Any, observation: PhoneTraderObservation) -> PhoneTraderAction:
    """Closes the shop at once."""
    return PhoneTraderAction(kind="close")


def actions() -> st.SearchStrategy[PhoneTraderAction]:
    """Deals with phones that may or may not exist."""
    kinds = st.sampled_from(["buy", "buy", "buy", "sell", "return", "close"])
    phones = st.lists(st.integers(10, 99), max_size=3)
    return st.tuples(kinds, phones).map(lambda d: PhoneTraderAction(kind=d[0], phones=d[1]))


def invalid() -> list[PhoneTraderAction]:
    """Deals that are always refused."""
    return [
        PhoneTraderAction(kind="buy"),
        PhoneTraderAction(kind="buy", phones=[-1]),
        PhoneTraderAction(kind="buy", phones=[5, 5]),
        PhoneTraderAction(kind="sell", phones=[0]),
        PhoneTraderAction(kind="return"),
    ]


def secrets(env: Any) -> list[str]:
    """What a phone is worth is hidden until it is bought; a number is no text to search for."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that want money without a trade."""
    yield "sells-the-shelf", _sell_the_shelf
    yield (
        "hoards",
        lambda env, seen: PhoneTraderAction(kind="buy", phones=[p.id for p in seen.shelf]),
    )
    yield "claims", lambda env, seen: PhoneTraderAction(metadata={"profit": 1.0})


def _sell_the_shelf(env: Any, observation: PhoneTraderObservation) -> PhoneTraderAction:
    """Sell a phone that still belongs to the wholesaler."""
    phones = [phone.id for phone in observation.shelf[:1]]
    return PhoneTraderAction(kind="sell", phones=phones)
