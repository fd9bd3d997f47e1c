"""Evidence from the author: the oracle, and answers that must earn nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .books import SIZES, euros
from .models import ReconAction, ReconObservation
from .server.bank_recon_environment import ATTEMPTS

Policy = Callable[[Any, ReconObservation], ReconAction]

declared = {"max_steps": ATTEMPTS, "success_reward": 1.0, "levels": tuple(SIZES)}


def oracle(env: Any, observation: ReconObservation) -> ReconAction:
    """Knows the wrong entry and its correction."""
    month = env.reveal().month
    return ReconAction(entry=month.wrong, correction=euros(month.correction))


def null(env: Any, observation: ReconObservation) -> ReconAction:
    """Gives no answer."""
    return ReconAction()


def actions() -> st.SearchStrategy[ReconAction]:
    """References and amounts."""
    entries = st.integers(100, 999).map(lambda n: f"R-{n}")
    amounts = st.integers(-99999, 99999).map(euros)
    return st.builds(lambda e, a: ReconAction(entry=e, correction=a), entries, amounts)


def invalid() -> list[ReconAction]:
    """Answers without an amount or an entry."""
    return [
        ReconAction(entry=e, correction=c)
        for e, c in (("", ""), ("R-1", "5"), ("all", "0.00"), ("R-417", "nan"))
    ]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Answers without a comparison."""
    yield "zero", lambda env, seen: ReconAction(entry=next(iter(seen.book)), correction="0.00")
    yield "claims", lambda env, seen: ReconAction(metadata={"solved": True})
