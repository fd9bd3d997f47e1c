"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import SeatAction, SeatObservation
from .train import NAMES

Policy = Callable[[Any, SeatObservation], SeatAction]

declared = {"max_steps": 1, "success_reward": 1.0, "levels": (1, 2)}


def oracle(env: Any, observation: SeatObservation) -> SeatAction:
    """Backtracking over sections, the longest trips first."""
    taken = {(t.seat, place) for t in observation.booked for place in range(t.board, t.leave)}
    kinds = {"window": observation.window, "aisle": observation.aisle}
    kinds["any"] = observation.window + observation.aisle
    trips = sorted(observation.requests, key=lambda t: (t.board - t.leave, t.wish == "any"))

    def place(number: int, taken: set[tuple[int, int]]) -> dict[str, int] | None:
        if number == len(trips):
            return {}
        trip = trips[number]
        for seat in kinds[trip.wish]:
            needs = {(seat, at) for at in range(trip.board, trip.leave)}
            if not needs & taken:
                rest = place(number + 1, taken | needs)
                if rest is not None:
                    return {trip.who: seat, **rest}
        return None

    return SeatAction(seats=place(0, taken) or {})


def null(env: Any, observation: SeatObservation) -> SeatAction:
    """Assigns no seat."""
    return SeatAction()


def actions() -> st.SearchStrategy[SeatAction]:
    """Plans."""
    plans = st.dictionaries(st.sampled_from(NAMES), st.integers(0, 7), max_size=10)
    return plans.map(lambda plan: SeatAction(seats=plan))


def invalid() -> list[SeatAction]:
    """Not plans of any train."""
    return [SeatAction(), SeatAction(seats={"Nobody": 1}), SeatAction(seats={"Ada": 0, "Bo": -1})]


def secrets(env: Any) -> list[str]:
    """None."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Plans without looking."""
    yield "seat one", lambda env, seen: SeatAction(seats={trip.who: 1 for trip in seen.requests})
    yield (
        "in turn",
        lambda env, seen: SeatAction(
            seats={
                trip.who: 1 + number % len(seen.window + seen.aisle)
                for number, trip in enumerate(seen.requests)
            }
        ),
    )
