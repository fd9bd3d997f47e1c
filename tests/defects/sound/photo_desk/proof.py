"""Evidence from the author of Photo Desk."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import DeskAction, DeskObservation
from .rulebook import CHILD_BELOW, RULES_OF_LEVEL

Policy = Callable[[Any, DeskObservation], DeskAction]

declared = {
    "max_steps": 1,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": tuple(RULES_OF_LEVEL),
}


def oracle(env: Any, observation: DeskObservation) -> DeskAction:
    """Compare every measured value with its limits, from the observation alone."""
    wider = observation.child_allowance if observation.applicant_age < CHILD_BELOW else 0
    broken = [
        rule.code
        for rule in observation.rules
        if not rule.low - wider <= observation.measured[rule.code] <= rule.high + wider
    ]
    return DeskAction(verdict=", ".join(broken) or "accept")


def null(env: Any, observation: DeskObservation) -> DeskAction:
    """Say nothing."""
    return DeskAction(verdict="")


def actions() -> st.SearchStrategy[DeskAction]:
    """Verdicts that can be read, and other texts."""
    codes = st.lists(st.integers(1, 9), min_size=1, max_size=4, unique=True)
    lists = codes.map(lambda numbers: ", ".join(f"R{n}" for n in sorted(numbers)))
    others = st.one_of(st.just("accept"), st.text("R123, ", max_size=12))
    return st.one_of(lists, others).map(lambda verdict: DeskAction(verdict=verdict))


def invalid() -> list[DeskAction]:
    """Verdicts that cannot be read."""
    texts = ("", "R0", "reject", "accept R2", "all of them", "R1 and R2", "R" * 100)
    return [DeskAction(verdict=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """None: the codes are printed on every slip."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Verdicts that do not look at the photo."""
    yield (
        "every rule",
        lambda env, seen: DeskAction(verdict=", ".join(rule.code for rule in seen.rules)),
    )
    yield "accept and reject", lambda env, seen: DeskAction(verdict="accept, R1, R2, R3")
    yield "claims", lambda env, seen: DeskAction(metadata={"right": True, "reward": 1.0})
