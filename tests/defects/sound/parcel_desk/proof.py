"""Evidence from the author, which `hallmark prove` uses to check this environment."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import DeskAction, ParcelObservation
from .tariff import postage

Policy = Callable[[Any, ParcelObservation], DeskAction]

declared = {"max_steps": 12, "levels": (1, 2, 3)}


def oracle(env: Any, observation: ParcelObservation) -> DeskAction:
    """Looks up what is missing, each thing once, and computes the postage."""
    known = observation.known
    for kind in ("zone", "tape", "scale"):
        if kind not in known:
            return DeskAction(kind=kind)
    sides = tuple(map(int, re.findall(r"\d+", known["tape"])))
    weight = int(known["scale"].split()[0])
    insured = re.search(r"(\d+) EUR", observation.slip)
    value = int(insured.group(1)) if insured else 0
    return DeskAction(cents=postage(observation.tariff, known["zone"], sides, weight, value))


def null(env: Any, observation: ParcelObservation) -> DeskAction:
    """Quotes nothing."""
    return DeskAction()


def actions() -> st.SearchStrategy[DeskAction]:
    """Lookups, and quotes in the usual range."""
    lookups = st.sampled_from(["zone", "tape", "scale"]).map(lambda kind: DeskAction(kind=kind))
    quotes = st.integers(300, 6000).map(lambda cents: DeskAction(cents=cents))
    return st.one_of(lookups, lookups, quotes)


def invalid() -> list[DeskAction]:
    """Quotes that no parcel can cost."""
    return [DeskAction(cents=cents) for cents in (0, 1, 99, 100_000)]


def secrets(env: Any) -> list[str]:
    """The zone is a single digit, which also occurs in prices: no text of its own is secret."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to earn without computing."""
    yield "lowest price", lambda env, seen: DeskAction(cents=min(map(min, seen.tariff.values())))
    yield "only lookups", lambda env, seen: DeskAction(kind="scale")
    yield "claims", lambda env, seen: DeskAction(metadata={"right": True, "reward": 1.0})
