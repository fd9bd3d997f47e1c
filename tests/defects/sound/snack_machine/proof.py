"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from hypothesis import strategies as st

from .machine import COINS, fair
from .models import SnackAction, SnackObservation

Policy = Callable[[Any, SnackObservation], SnackAction]

declared = {"max_steps": 16, "success_reward": 1.0}


def oracle(env: Any, observation: SnackObservation) -> SnackAction:
    """Completes the credit to a sum that loses nothing."""
    tubes = {int(coin): number for coin, number in observation.tubes.items()}
    credit = [observation.credit]
    for number in range(len(observation.purse) + 1):
        for some in combinations(observation.purse, number):
            if fair(observation.price, tubes, credit + list(some)):
                return SnackAction(kind="insert", coin=some[0]) if some else SnackAction(kind="buy")
    return SnackAction(kind="cancel")


def null(env: Any, observation: SnackObservation) -> SnackAction:
    """Presses cancel."""
    return SnackAction(kind="cancel")


def actions() -> st.SearchStrategy[SnackAction]:
    """Anything one can do."""
    inserts = st.sampled_from(COINS).map(lambda coin: SnackAction(kind="insert", coin=coin))
    return st.one_of(
        inserts, inserts, st.builds(SnackAction, kind=st.sampled_from(["cancel", "buy"]))
    )


def invalid() -> list[SnackAction]:
    """Coins that do not exist."""
    return [SnackAction(kind="insert", coin=coin) for coin in (0, -50, 3, 1000)]


def secrets(env: Any) -> list[str]:
    """None."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Does not count."""

    def coins(pick: Callable[[list[int]], int]) -> Policy:
        def policy(env: Any, seen: SnackObservation) -> SnackAction:
            if seen.credit >= seen.price or not seen.purse:
                return SnackAction(kind="buy")
            return SnackAction(kind="insert", coin=pick(seen.purse))

        return policy

    yield "largest first", coins(max)
    yield "smallest first", coins(min)
    yield "no money", lambda env, seen: SnackAction(kind="buy")
