"""Evidence from the author of Museum Loans."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .loans import CATALOGUE, OFFERS, Loan, best_list
from .models import LoansAction, LoansObservation

Policy = Callable[[Any, LoansObservation], LoansAction]

declared = {
    "max_steps": 3,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": tuple(OFFERS),
}


def oracle(env: Any, observation: LoansObservation) -> LoansAction:
    """Try all lists of the offers that are shown, and send the best one as final."""
    offers = [
        Loan(offer.code, offer.title, offer.volume, offer.insured, offer.appeal)
        for offer in observation.offers
    ]
    best = best_list(offers, observation.max_volume, observation.max_insured)
    return LoansAction(loans=[loan.code for loan in best], final=True)


def null(env: Any, observation: LoansObservation) -> LoansAction:
    """Borrow nothing."""
    return LoansAction()


def actions() -> st.SearchStrategy[LoansAction]:
    """Lists of objects of the catalogue, on offer or not."""
    codes = st.lists(st.sampled_from([loan.code for loan in CATALOGUE]), max_size=3, unique=True)
    return st.builds(
        lambda loans, final: LoansAction(loans=loans, final=final), codes, st.booleans()
    )


def invalid() -> list[LoansAction]:
    """Lists that no exhibition allows."""
    return [
        LoansAction(loans=["M99"], final=True),
        LoansAction(loans=["M01", "M01"], final=True),
        LoansAction(loans=[f"M{number:02}" for number in range(1, 23)], final=True),
        LoansAction(loans=[""], final=True),
    ]


def secrets(env: Any) -> list[str]:
    """None: the objects are all listed."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that count an object more than once, or exceed what is on offer."""
    yield (
        "the best object many times",
        lambda env, seen: LoansAction(
            loans=[max(seen.offers, key=lambda offer: offer.appeal).code] * 5, final=True
        ),
    )
    yield (
        "the whole catalogue",
        lambda env, seen: LoansAction(loans=[loan.code for loan in CATALOGUE], final=True),
    )
    yield "claims", lambda env, seen: LoansAction(metadata={"share": 1.0, "reward": 1.0})
