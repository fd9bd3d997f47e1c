"""The author's evidence about the expense desk."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .cashbox import SIZES, best_total
from .models import TravelExpenseAction, TravelExpenseObservation

Policy = Callable[[Any, TravelExpenseObservation], TravelExpenseAction]

declared = {"max_steps": 24, "success_reward": 1.0, "levels": tuple(SIZES)}


def _cents(text: str) -> int:
    return int(text.replace(".", ""))


def oracle(env: Any, observation: TravelExpenseObservation) -> TravelExpenseAction:
    """Chooses the receipts that use the box best, and pays each of them at once."""
    open_ones = [receipt for receipt in observation.receipts if receipt.paid != receipt.euros]
    amounts = [_cents(receipt.euros) for receipt in open_ones]
    for position in best_total(amounts, _cents(observation.box)):
        receipt = open_ones[position]
        return TravelExpenseAction(kind="pay", receipt=receipt.id, euros=float(receipt.euros))
    return TravelExpenseAction(kind="close")


def null(env: Any, observation: TravelExpenseObservation) -> TravelExpenseAction:
    """Closes the desk at once."""
    return TravelExpenseAction(kind="close")


def actions() -> st.SearchStrategy[TravelExpenseAction]:
    """Payments for receipts that may not exist."""
    return st.tuples(
        st.sampled_from(["pay", "pay", "pay", "close"]),
        st.integers(0, 40),
        st.integers(-100, 1000).map(lambda cents: cents / 100),
    ).map(lambda act: TravelExpenseAction(kind=act[0], receipt=act[1], euros=act[2]))


def invalid() -> list[TravelExpenseAction]:
    """Payments that are always refused."""
    return [
        TravelExpenseAction(kind="pay"),
        TravelExpenseAction(kind="pay", receipt=999, euros=1.0),
        TravelExpenseAction(kind="pay", receipt=1, euros=-1.0),
        TravelExpenseAction(kind="pay", receipt=1, euros=1e9),
    ]


def secrets(env: Any) -> list[str]:
    """Everything is on the desk."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Payments that only seem to be some."""
    yield (
        "overpays",
        lambda env, seen: TravelExpenseAction(kind="pay", receipt=seen.receipts[0].id, euros=999.0),
    )
    yield (
        "one-cent",
        lambda env, seen: TravelExpenseAction(kind="pay", receipt=seen.receipts[0].id, euros=0.01),
    )
    yield "claims", lambda env, seen: TravelExpenseAction(metadata={"settled": 1.0})
