"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import BidAction, LotObservation

Policy = Callable[[Any, LotObservation], BidAction]

declared = {"max_steps": 5, "success_reward": 1.0}


def oracle(env: Any, observation: LotObservation) -> BidAction:
    """With second prices it is best to bid what the lot is worth."""
    worth = observation.catalogue * observation.condition // 100 - observation.repair
    return BidAction(bid=max(0, worth))


def null(env: Any, observation: LotObservation) -> BidAction:
    """Never bids."""
    return BidAction()


def actions() -> st.SearchStrategy[BidAction]:
    """Bids."""
    return st.integers(0, 1200).map(lambda pounds: BidAction(bid=pounds))


def invalid() -> list[BidAction]:
    """Bids that do not count."""
    return [BidAction(bid=pounds) for pounds in (0, -1, -500)]


def secrets(env: Any) -> list[str]:
    """None in words; the dealers' bids are numbers that may occur by chance."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Bids without a judgement."""
    yield "whatever it costs", lambda env, seen: BidAction(bid=10**6)
    yield "reserve", lambda env, seen: BidAction(bid=seen.reserve)
    yield "catalogue", lambda env, seen: BidAction(bid=seen.catalogue)
