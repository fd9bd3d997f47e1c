"""Evidence from the author of the order book."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import BookMatchAction, BookMatchObservation, Fill

Policy = Callable[[Any, BookMatchObservation], BookMatchAction]

declared = {"max_steps": 4, "success_reward": 1.0}


def oracle(env: Any, observation: BookMatchObservation) -> BookMatchAction:
    """Take the best order on the other side again and again."""
    new = observation.incoming
    if new is None:
        return BookMatchAction()
    sign = 1 if new.side == "buy" else -1
    rest = [
        order
        for order in observation.book
        if order.side != new.side and sign * order.price <= sign * new.price
    ]
    fills, left = [], new.quantity
    while rest and left:
        best = min(rest, key=lambda order: (sign * order.price, order.time))
        rest.remove(best)
        fills.append(Fill(id=best.id, quantity=min(left, best.quantity)))
        left -= fills[-1].quantity
    return BookMatchAction(fills=fills)


def null(env: Any, observation: BookMatchObservation) -> BookMatchAction:
    """No trades."""
    return BookMatchAction()


def actions() -> st.SearchStrategy[BookMatchAction]:
    """Trades with any orders."""
    names = st.builds("{}{}".format, st.sampled_from("ABCDEFGHJKLM"), st.integers(10, 99))
    fill = st.builds(Fill, id=names, quantity=st.integers(1, 9))
    return st.lists(fill, max_size=3).map(lambda fills: BookMatchAction(fills=fills))


def invalid() -> list[BookMatchAction]:
    """Trades that no book allows."""
    return [
        BookMatchAction(fills=[Fill(id="", quantity=1)]),
        BookMatchAction(fills=[Fill(id="A10", quantity=0)]),
        BookMatchAction(fills=[Fill(id="A10", quantity=-5)]),
    ]


def secrets(env: Any) -> list[str]:
    """None: the book lies open."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Trades without a look at prices."""

    def everything(env: Any, seen: BookMatchObservation) -> BookMatchAction:
        return BookMatchAction(fills=[Fill(id=o.id, quantity=o.quantity) for o in seen.book])

    yield "everything", everything
    yield "claims", lambda env, seen: BookMatchAction(metadata={"all_right": True})
