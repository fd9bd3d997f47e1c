"""Evidence of the author: a mechanic who narrows the faults down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import WorkshopAction, WorkshopView
from .workshop import CHECKS, CHECKS_ALLOWED, FAULTS

Policy = Callable[[Any, WorkshopView], WorkshopAction]

declared = {"max_steps": 6, "success_reward": 1.0, "levels": tuple(CHECKS_ALLOWED)}


def oracle(env: Any, observation: WorkshopView) -> WorkshopAction:
    """Take the check that divides the possible faults best; diagnose when one is left."""
    possible = [
        fault
        for fault, shown in observation.known_faults.items()
        if all(shown[check] == found for check, found in observation.findings.items())
    ]
    if len(possible) == 1:
        return WorkshopAction(kind="diagnose", fault=possible[0])

    def worst(check: str) -> int:
        return max(Counter(observation.known_faults[fault][check] for fault in possible).values())

    left = [check for check in observation.checks if check not in observation.findings]
    return WorkshopAction(kind="check", check=min(left, key=worst))


def null(env: Any, observation: WorkshopView) -> WorkshopAction:
    """Check nothing."""
    return WorkshopAction()


def actions() -> st.SearchStrategy[WorkshopAction]:
    """Checks and diagnoses."""
    checks = st.sampled_from(CHECKS).map(lambda check: WorkshopAction(check=check))
    faults = st.one_of(st.sampled_from(sorted(FAULTS)), st.text(max_size=8))
    return st.one_of(checks, faults.map(lambda name: WorkshopAction(kind="diagnose", fault=name)))


def invalid() -> list[WorkshopAction]:
    """Faults that nobody knows."""
    return [
        WorkshopAction(kind="diagnose", fault=text)
        for text in ("", "chain", "worn chain or bent hanger", "everything")
    ]


def secrets(env: Any) -> list[str]:
    """Nothing as a text: the handbook names every fault."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Diagnoses without checks."""
    yield "always-chain", lambda env, seen: WorkshopAction(kind="diagnose", fault="worn chain")
    yield "complaint", lambda env, seen: WorkshopAction(kind="diagnose", fault=seen.complaint[:40])
    yield "claims", lambda env, seen: WorkshopAction(kind="diagnose", metadata={"success": True})
