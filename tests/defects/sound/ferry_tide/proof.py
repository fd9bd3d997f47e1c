"""What the author knows about the ferry: how a shift is planned, and what must not pay."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import FerryAction, FerryObservation
from .plan import best_order
from .timetable import LEVELS, LONGEST_WINDOW

Policy = Callable[[Any, FerryObservation], FerryAction]

declared = {
    "max_steps": LONGEST_WINDOW + 1,  # every order takes a minute or ends the shift
    "levels": tuple(LEVELS),
    "options": {"spring_tide": [False, True]},
    "concurrent_sessions": True,
    "deterministic": True,
}


def oracle(env: Any, observation: FerryObservation) -> FerryAction:
    """The first order of the best plan, from the observation alone. No plan earns more."""
    return best_order(observation)[1]


def null(env: Any, observation: FerryObservation) -> FerryAction:
    """Ties up at once and earns 0."""
    return FerryAction(order="tie_up")


def actions() -> st.SearchStrategy[FerryAction]:
    """Orders with the ids that bookings have; many are impossible when they are given."""
    ids = st.lists(st.sampled_from([f"v{n}" for n in range(1, 11)]), max_size=3)
    return st.one_of(
        st.builds(FerryAction, order=st.just("cross"), vehicles=ids),
        st.builds(FerryAction, order=st.just("wait"), minutes=st.integers(1, 30)),
        st.just(FerryAction(order="tie_up")),
    )


def invalid() -> list[FerryAction]:
    """Orders that no ferry can carry out: each is a wait of one minute."""
    return [
        FerryAction(order="cross", vehicles=["v1", "v1"]),
        FerryAction(order="cross", vehicles=["v99"]),
        FerryAction(order="cross", vehicles=[""]),
        FerryAction(order="cross", vehicles=[f"v{n}" for n in range(1, 11)]),
    ]


def secrets(env: Any) -> list[str]:
    """Nothing is hidden: the whole day is shown."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Ways to get money without carrying anybody."""
    yield "empty shuttle", lambda env, seen: FerryAction(order="cross")
    yield "waits for more water", lambda env, seen: FerryAction(order="wait", minutes=10)
    yield "loads one twice", lambda env, seen: FerryAction(order="cross", vehicles=["v1", "v1"])
    yield (
        "loads the other shore",
        lambda env, seen: FerryAction(
            order="cross",
            vehicles=[b.id for b in seen.bookings if b.shore != seen.shore][:1] or ["x"],
        ),
    )
    yield "claims", lambda env, seen: FerryAction(metadata={"takings": 900, "reward": 9.0})
