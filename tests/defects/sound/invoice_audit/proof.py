"""Evidence from the author of Invoice Audit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

from hypothesis import strategies as st

from .models import AuditAction, AuditObservation

Policy = Callable[[Any, AuditObservation], AuditAction]

declared = {
    "max_steps": 1,
    "success_reward": 1.0,
    "deterministic": True,
    "levels": (1, 2, 3),
}


def oracle(env: Any, observation: AuditObservation) -> AuditAction:
    """Applies the rule to the lines, by the last date of every key."""
    dates: dict[tuple[str, str, int], list[date]] = {}
    flagged = []
    for line in observation.invoices:
        day = date.fromisoformat(line.date)
        earlier = dates.setdefault((line.vendor, line.order, line.cents), [])
        if earlier and (day - earlier[-1]).days <= 30:
            flagged.append(line.number)
        earlier.append(day)
    return AuditAction(flagged=flagged)


def null(env: Any, observation: AuditObservation) -> AuditAction:
    """Flags nothing."""
    return AuditAction()


def actions() -> st.SearchStrategy[AuditAction]:
    """Lists of numbers that may or may not exist."""
    numbers = st.integers(1000, 9999).map(lambda number: f"INV-{number}")
    return st.lists(st.one_of(numbers, st.text(max_size=6)), max_size=6).map(
        lambda flagged: AuditAction(flagged=flagged)
    )


def invalid() -> list[AuditAction]:
    """Audits that are never right."""
    return [AuditAction(), AuditAction(flagged=[""]), AuditAction(flagged=["INV-0", "x" * 500])]


def secrets(env: Any) -> list[str]:
    """None: the numbers of all invoices are shown."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Audits that do not read the lines."""
    yield (
        "flags everything",
        lambda env, seen: AuditAction(flagged=[line.number for line in seen.invoices]),
    )
    yield (
        "the first ones",
        lambda env, seen: AuditAction(
            flagged=[line.number for line in seen.invoices[: seen.duplicates]]
        ),
    )
    yield "claims", lambda env, seen: AuditAction(metadata={"found": True})
