"""Evidence from the author of the escape room."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import Command, RoomObservation
from .room import DIGITS, FURNITURE

Policy = Callable[[Any, RoomObservation], Command]

declared = {
    "max_steps": 40,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": tuple(DIGITS),
}


def oracle(env: Any, observation: RoomObservation) -> Command:
    """Search everything that can be searched, then dial; reads the observation alone."""
    if len(observation.plates) == observation.digits:
        return Command(text="dial " + "".join(observation.plates.values()))
    if "key" in observation.inventory and not observation.chest_open:
        return Command(text="unlock chest")
    for place in observation.places:
        closed = place == "chest" and not observation.chest_open
        dark = place == "alcove" and "lamp" not in observation.inventory
        if place not in observation.searched and not closed and not dark:
            return Command(text=f"search {place}")
    raise AssertionError("every plate can be found")


def null(env: Any, observation: RoomObservation) -> Command:
    """Wait."""
    return Command(text="wait")


def actions() -> st.SearchStrategy[Command]:
    """Commands that mean something, and others."""
    places = st.sampled_from((*FURNITURE, "chest", "alcove"))
    codes = st.text("0123456789", min_size=3, max_size=5)
    return st.one_of(
        places.map(lambda place: f"search {place}"),
        st.just("unlock chest"),
        codes.map(lambda code: f"dial {code}"),
        st.text(max_size=12),
    ).map(lambda text: Command(text=text))


def invalid() -> list[Command]:
    """Commands that do nothing in any room."""
    texts = (
        "",
        "dial",
        "dial 1",
        "dial 12a",
        "search moon",
        "unlock door",
        "open sesame",
        "9" * 80,
    )
    return [Command(text=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """The code of the door."""
    return [env.reveal().code.reveal()]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to leave without the plates."""
    yield "zeros", lambda env, seen: Command(text="dial " + "0" * seen.digits)
    yield "many-codes", lambda env, seen: Command(text="dial 000 001 002 003 004 005 006 007")
    yield "claims", lambda env, seen: Command(metadata={"escaped": True, "reward": 1.0})
