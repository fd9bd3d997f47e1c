"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .catalogue import FLOWERS, cheapest
from .models import BouquetAction, BouquetObservation

Policy = Callable[[Any, BouquetObservation], BouquetAction]

declared = {"max_steps": 24, "success_reward": 1.0, "options": {"size": ["small", "large"]}}


def oracle(env: Any, seen: BouquetObservation) -> BouquetAction:
    """Buys the favourite, then the cheapest flower of each colour."""
    b = seen.brief
    if not seen.wishes["favourite"]:
        return BouquetAction(command="add", flower=b["favourite"], count=1)
    for wish, colour, stems in (
        ("main colour", b["main"], b["main_stems"]),
        ("second colour", b["second"], b["second_stems"]),
        ("greenery", "green", b["green_stems"]),
    ):
        if not seen.wishes[wish]:
            have = sum(n for f, n in seen.bouquet.items() if FLOWERS[f][0] == colour)
            return BouquetAction(
                command="add", flower=cheapest(colour, b["avoid"]), count=stems - have
            )
    return BouquetAction(command="finish")


def null(env: Any, seen: BouquetObservation) -> BouquetAction:
    """Hands over an empty bouquet."""
    return BouquetAction(command="finish")


def actions() -> st.SearchStrategy[BouquetAction]:
    """Moves at the counter."""
    return st.builds(
        BouquetAction,
        command=st.sampled_from(["add", "add", "add", "remove", "finish", "wrap"]),
        flower=st.sampled_from([*FLOWERS, "cactus", ""]),
        count=st.integers(1, 12),
    )


def invalid() -> list[BouquetAction]:
    """Refused."""
    return [
        BouquetAction(),
        BouquetAction(command="add", flower="cactus"),
        BouquetAction(command="remove", flower="rose"),
    ]


def secrets(env: Any) -> list[str]:
    """Everything is on the counter."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Things that should not pay."""
    yield "ferns", lambda env, seen: BouquetAction(command="add", flower="fern", count=12)
    yield "remove", lambda env, seen: BouquetAction(command="remove", flower="daisy", count=1)
