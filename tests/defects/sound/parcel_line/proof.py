"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import ParcelLineAction, ParcelLineObservation

Policy = Callable[[Any, ParcelLineObservation], ParcelLineAction]

declared = {"max_steps": 60, "success_reward": 1.0, "options": {"level": ["easy", "hard"]}}


def oracle(env: Any, observation: ParcelLineObservation) -> ParcelLineAction:
    """Follows the rules; scans what it cannot read."""
    parcel = observation.parcel
    if parcel.postcode == "?????":
        return ParcelLineAction(command="scan")
    for rule in observation.rules:
        if (
            (rule.kind == "express" and parcel.mark == "express")
            or (rule.kind == "heavy" and parcel.grams >= rule.low)
            or (rule.kind == "zone" and rule.low <= int(parcel.postcode[0]) <= rule.high)
        ):
            return ParcelLineAction(command="sort", chute=rule.chute)
    return ParcelLineAction(command="sort", chute="A")


def null(env: Any, observation: ParcelLineObservation) -> ParcelLineAction:
    """Does nothing of use."""
    return ParcelLineAction(command="wait")


def actions() -> st.SearchStrategy[ParcelLineAction]:
    """Sorts, scans and nonsense."""
    return st.builds(
        ParcelLineAction,
        command=st.sampled_from(["sort", "sort", "scan", "throw"]),
        chute=st.sampled_from(["A", "B", "C", "D", "E", ""]),
    )


def invalid() -> list[ParcelLineAction]:
    """Actions that are refused."""
    return [
        ParcelLineAction(),
        ParcelLineAction(command="sort", chute="E"),
        ParcelLineAction(command="throw"),
    ]


def secrets(env: Any) -> list[str]:
    """Nothing textual is hidden."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Sorting without reading."""
    yield "always A", lambda env, seen: ParcelLineAction(command="sort", chute="A")
    yield "all at once", lambda env, seen: ParcelLineAction(command="sort", chute="ABCD")
