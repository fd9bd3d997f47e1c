"""The author's evidence about the toll bridge."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import BridgeTollAction, BridgeTollObservation
from .timetable import GRID, clock, read_time

Policy = Callable[[Any, BridgeTollObservation], BridgeTollAction]

declared = {"max_steps": 3, "success_reward": 1.0, "levels": (1, 2)}


def _minute(text: str) -> int:
    minute = read_time(text)
    assert minute is not None
    return minute


def oracle(env: Any, observation: BridgeTollObservation) -> BridgeTollAction:
    """Looks up the toll of every possible departure and takes the first of the cheapest."""
    bands = [(_minute(band.start), band.toll) for band in observation.table]
    last = _minute(observation.latest) - observation.to_bridge - observation.beyond
    tolls = {}
    for departure in range(_minute(observation.earliest), last + 1, GRID):
        gate = departure + observation.to_bridge
        tolls[departure] = [toll for start, toll in bands if start <= gate][-1]
    return BridgeTollAction(answer=clock(min(tolls, key=lambda minute: tolls[minute])))


def null(env: Any, observation: BridgeTollObservation) -> BridgeTollAction:
    """Names no time."""
    return BridgeTollAction(answer="")


def actions() -> st.SearchStrategy[BridgeTollAction]:
    """Times of the morning, and texts."""
    times = st.integers(60, 140).map(lambda number: clock(5 * number))
    return st.one_of(times, times, st.text(max_size=12)).map(
        lambda text: BridgeTollAction(answer=text)
    )


def invalid() -> list[BridgeTollAction]:
    """Answers that name no time, no possible one, or several."""
    texts = ("", "soon", "25:00", "07:61", "00:00", "23:55", "07:00 or 07:05", "7", "07:00:00")
    return [BridgeTollAction(answer=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """The answer follows from what is shown, and its time may occur in the table."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Answers that name more than one time, or a time that cannot be."""
    yield (
        "all-times",
        lambda env, seen: BridgeTollAction(
            answer=" ".join(clock(minute) for minute in range(400, 560, 5))[:200]
        ),
    )
    yield "at-night", lambda env, seen: BridgeTollAction(answer="00:00")
    yield "claims", lambda env, seen: BridgeTollAction(metadata={"right": 3})
