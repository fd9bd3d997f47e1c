"""Evidence from the author: how the counts follow from the pattern."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import KnittingAction, KnittingObservation
from .patterns import count_row

Policy = Callable[[Any, KnittingObservation], KnittingAction]

declared = {"max_steps": 3, "success_reward": 1.0, "levels": (1, 2, 3)}


def oracle(env: Any, observation: KnittingObservation) -> KnittingAction:
    """Counts from the observation alone."""
    stitches = observation.cast_on
    for row in observation.rows[: observation.row]:
        stitches = count_row(stitches, row)
    return KnittingAction(stitches=stitches)


def null(env: Any, observation: KnittingObservation) -> KnittingAction:
    """Counts nothing."""
    return KnittingAction(stitches=0)


def actions() -> st.SearchStrategy[KnittingAction]:
    """Numbers of stitches that fit on a needle."""
    return st.integers(0, 120).map(lambda number: KnittingAction(stitches=number))


def invalid() -> list[KnittingAction]:
    """Counts that no row has."""
    return [KnittingAction(stitches=number) for number in (0, 1, 998, 999)]


def secrets(env: Any) -> list[str]:
    """None: the counts are small numbers, which a pattern may contain by chance."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that do not count."""
    yield "cast-on", lambda env, seen: KnittingAction(stitches=seen.cast_on)
    yield "most", lambda env, seen: KnittingAction(stitches=999)
    yield "claims", lambda env, seen: KnittingAction(metadata={"right": 3, "reward": 1.0})
