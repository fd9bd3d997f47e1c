"""Evidence from the author of the delivery check."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .cases import PRICES, contradicts, doubted
from .models import CaseObservation, CheckAction

Policy = Callable[[Any, CaseObservation], CheckAction]

declared = {
    "max_steps": 8,
    "success_reward": 1.0,
    "levels": (1, 2),
    "concurrent_sessions": True,
    "deterministic": True,
}


def oracle(env: Any, observation: CaseObservation) -> CheckAction:
    """Request the two proofs that the complaint concerns, compare them with the order, settle."""
    concerned = doubted(observation.complaint)
    for item in concerned:
        if item not in observation.proofs:
            return CheckAction(kind="request", item=item)
    flawed = [
        item for item in concerned if contradicts(observation.order, item, observation.proofs[item])
    ]
    return CheckAction(
        kind="settle",
        verdict=flawed[0] if flawed else "sound",
        stamps=[observation.stamps[item] for item in concerned],
    )


def null(env: Any, observation: CaseObservation) -> CheckAction:
    """Do nothing."""
    return CheckAction()


def actions() -> st.SearchStrategy[CheckAction]:
    """Requests and verdicts of all kinds."""
    item = st.sampled_from([*PRICES, "sound", "receipt", ""])
    return st.builds(
        CheckAction,
        kind=st.sampled_from(["request", "request", "settle", "wait"]),
        item=item,
        verdict=item,
        stamps=st.lists(st.sampled_from(["A2B3", "K7Q2", ""]), max_size=3),
    )


def invalid() -> list[CheckAction]:
    """Actions that settle nothing."""
    return [
        CheckAction(kind="request", item="receipt"),
        CheckAction(kind="settle", verdict="sound"),
        CheckAction(kind="settle", verdict="", stamps=["", ""]),
        CheckAction(kind="bribe"),
    ]


def secrets(env: Any) -> list[str]:
    """The stamps of proofs that were not requested."""
    desk = env.reveal()
    return [proof.stamp for item, proof in desk.case.proofs.items() if item not in desk.shown]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Verdicts without a check."""
    for verdict in (*PRICES, "sound"):
        yield (
            f"guess-{verdict}",
            lambda env, seen, verdict=verdict: CheckAction(kind="settle", verdict=verdict),
        )
    yield "claims", lambda env, seen: CheckAction(kind="settle", metadata={"right": True})
