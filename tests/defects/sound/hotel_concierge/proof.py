"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import HotelConciergeAction, HotelConciergeObservation

Policy = Callable[[Any, HotelConciergeObservation], HotelConciergeAction]

declared = {"max_steps": 24, "success_reward": 1.0}


def oracle(env: Any, observation: HotelConciergeObservation) -> HotelConciergeAction:
    """Searches for each wish, and books the cheapest that fits."""
    done = len(observation.bookings)
    if done == len(observation.wishes):
        return HotelConciergeAction(tool="finish")
    kind, tag, persons = observation.wishes[done].split(", ")
    fitting = [one for one in observation.found if one.kind == kind and tag in one.tags]
    if not fitting:
        return HotelConciergeAction(tool="search", arguments={"kind": kind})
    cheapest = min(fitting, key=lambda one: one.price)
    quantity = int(persons.split()[0])
    return HotelConciergeAction(
        tool="book", arguments={"service": cheapest.service, "quantity": quantity}
    )


def null(env: Any, observation: HotelConciergeObservation) -> HotelConciergeAction:
    """Says good night."""
    return HotelConciergeAction(tool="finish")


def actions() -> st.SearchStrategy[HotelConciergeAction]:
    """Calls of tools, some of them wrong."""
    return st.builds(
        HotelConciergeAction,
        tool=st.sampled_from(["search", "book", "book", "book", "cancel", "dance"]),
        arguments=st.fixed_dictionaries(
            {
                "kind": st.sampled_from(["dinner", "museum", "transfer", "spa", "theatre", "zoo"]),
                "service": st.integers(0, 26).map(lambda number: f"S{number:02d}"),
                "quantity": st.integers(1, 10),
            }
        ),
    )


def invalid() -> list[HotelConciergeAction]:
    """Calls that are refused."""
    return [
        HotelConciergeAction(),
        HotelConciergeAction(tool="book"),
        HotelConciergeAction(tool="book", arguments={"service": "S01", "quantity": 10}),
        HotelConciergeAction(tool="cancel", arguments={"service": "S01"}),
    ]


def secrets(env: Any) -> list[str]:
    """Everything can be searched."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Ends without work."""
    yield "at once", lambda env, seen: HotelConciergeAction(tool="finish", arguments={"met": 4})
    yield (
        "one booking",
        lambda env, seen: HotelConciergeAction(
            tool="finish" if seen.bookings else "book", arguments={"service": "S01", "quantity": 1}
        ),
    )
