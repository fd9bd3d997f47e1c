"""Evidence from the author: how a calendar is merged, and what must earn nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .merging import CLOSES, OPENS, clashes, doubles, overlap
from .models import CalendarAction, CalendarObservation

Policy = Callable[[Any, CalendarObservation], CalendarAction]

declared = {"max_steps": 20, "success_reward": 1.0, "levels": (1, 2, 3)}


def oracle(env: Any, seen: CalendarObservation) -> CalendarAction:
    """Drops doubles, then moves entries that overlap to a free time; from the observation alone."""
    for entry_id in doubles(seen.entries):
        return CalendarAction(op="drop", id=entry_id)
    entries = {entry.id: entry for entry in seen.entries}
    for pair in clashes(seen.entries):
        entry = next(entries[name] for name in pair if entries[name].movable)
        others = [other for other in seen.entries if other.id != entry.id]
        for day in range(1, seen.days + 1):
            for start in range(OPENS, CLOSES - entry.hours + 1):
                moved = entry.model_copy(update={"day": day, "start": start})
                if not any(overlap(moved, other) for other in others):
                    return CalendarAction(op="move", id=entry.id, day=day, start=start)
    return CalendarAction(op="finish")


def null(env: Any, seen: CalendarObservation) -> CalendarAction:
    """Hands the calendar in as it is."""
    return CalendarAction(op="finish")


def actions() -> st.SearchStrategy[CalendarAction]:
    """Operations on any entry."""
    return st.builds(
        CalendarAction,
        op=st.sampled_from(["drop", "move", "move", "finish"]),
        id=st.integers(1, 16).map(lambda number: f"e{number}"),
        day=st.integers(0, 4),
        start=st.integers(7, 18),
    )


def invalid() -> list[CalendarAction]:
    """Operations that are never possible."""
    return [
        CalendarAction(op="drop", id=""),
        CalendarAction(op="move", id="e99", day=1, start=9),
        CalendarAction(op="move", id="e1", day=9, start=23),
    ]


def secrets(env: Any) -> list[str]:
    """Everything is shown."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Ways to be paid for a calendar that lost meetings."""
    yield (
        "drop-everything",
        lambda env, seen: (
            CalendarAction(op="drop", id=seen.entries[0].id) if seen.entries else CalendarAction()
        ),
    )
    yield "drop-what-overlaps", _drop_overlaps


def _drop_overlaps(env: Any, seen: CalendarObservation) -> CalendarAction:
    """Drop one entry of every pair that overlaps, and hand the rest in."""
    pairs = clashes(seen.entries)
    return CalendarAction(op="drop", id=pairs[0][0]) if pairs else CalendarAction()
