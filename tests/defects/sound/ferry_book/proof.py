"""Evidence from the author of Ferry Book."""

import re
from typing import Any

from hypothesis import strategies as st

from .models import FerryAction, FerryObservation
from .sailings import minutes_of

declared = {
    "max_steps": 18,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": (1, 2, 3),
    "options": {"split": ["train", "test"]},
}


def oracle(env: Any, observation: FerryObservation) -> FerryAction:
    """From the observation alone: look up all sailings, then book the cheapest that suits."""
    if not observation.timetable:
        return FerryAction(tool="timetable")
    known = {row["sailing"] for row in observation.details}
    missing = [sailing for sailing in observation.timetable if sailing not in known]
    if missing:
        return FerryAction(tool="details", sailing=missing[0])
    return FerryAction(tool="book", sailing=_cheapest(observation, observation.details))


def _cheapest(observation: FerryObservation, rows: list[dict[str, Any]]) -> str:
    party = observation.party
    check_in, pet_fee = map(int, re.findall(r"(\d+) (?:minutes|cents)", observation.terms))
    prices = {
        row["sailing"]: party["people"] * row["fare_head"]
        + party["vehicle_metres"] * row["fare_metre"]
        + (pet_fee if party["pets"] else 0)
        for row in rows
        if minutes_of(party["at_quay"]) + check_in <= minutes_of(row["departs"])
        and minutes_of(row["arrives"]) <= minutes_of(party["arrive_by"])
        and party["people"] <= row["seats_free"]
        and party["vehicle_metres"] <= row["metres_free"]
        and (row["pets"] or not party["pets"])
    }
    return min(prices, key=lambda sailing: prices[sailing])


def null(env: Any, observation: FerryObservation) -> FerryAction:
    """Read the timetable, and nothing else."""
    return FerryAction()


def actions() -> st.SearchStrategy[FerryAction]:
    """Uses of the tools; some ids exist on a given day."""
    ids = st.integers(11, 40).map(lambda number: f"F{number}")
    tools = st.sampled_from(["timetable", "details", "details", "book"])
    return st.builds(lambda tool, sailing: FerryAction(tool=tool, sailing=sailing), tools, ids)


def invalid() -> list[FerryAction]:
    """Bookings of sailings that do not exist."""
    return [FerryAction(tool="book", sailing=text) for text in ("", "F1", "cheapest", "F12 F13")]


def secrets(env: Any) -> list[str]:
    """None: the id of the right sailing stands in the timetable."""
    return []


def exploits():
    """Policies that book without looking."""
    yield "books nothing by name", lambda env, seen: FerryAction(tool="book", sailing="cheapest")
    yield "only looks", lambda env, seen: FerryAction(tool="details", sailing="F10")
    yield "claims", lambda env, seen: FerryAction(metadata={"booked": True, "reward": 1.0})
