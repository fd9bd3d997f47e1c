"""The author's evidence: bearings are crossed, and nothing else pays."""

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

try:
    from .models import FireWatchAction, FireWatchObservation
    from .terrain import cross
except ImportError:
    from models import FireWatchAction, FireWatchObservation
    from terrain import cross

declared = {
    "max_steps": 12,
    "levels": (1, 2, 3),
    "options": {"season": ["summer", "autumn", "winter"]},
    "concurrent_sessions": True,
    "deterministic": True,
}


def oracle(env: Any, observation: FireWatchObservation) -> FireWatchAction:
    """Looks once from every tower and reports the place that fits best: 0.9 on average."""
    looks = len(observation.bearings)
    if looks < 5:
        return FireWatchAction(kind="look", tower=looks + 1)
    x, y = cross(observation.towers, observation.bearings)
    return FireWatchAction(kind="report", x=x, y=y)


def null(env: Any, observation: FireWatchObservation) -> FireWatchAction:
    """Reports a corner in which it never burns."""
    return FireWatchAction(kind="report", x=0.0, y=0.0)


def actions() -> st.SearchStrategy[FireWatchAction]:
    """Looks and reports."""
    place = st.floats(0.0, 20.0)
    return st.builds(
        FireWatchAction,
        kind=st.sampled_from(["look", "look", "report"]),
        tower=st.integers(1, 5),
        x=place,
        y=place,
    )


def invalid() -> list[FireWatchAction]:
    """Reports from corners, where it never burns."""
    return [FireWatchAction(kind="report", x=x, y=y) for x in (0.0, 20.0) for y in (0.0, 20.0)]


def secrets(env: Any) -> list[str]:
    """The place of the fire, as it would be printed."""
    return [repr(number) for number in env._forest.fire]


def exploits() -> Iterator[tuple[str, Callable[[Any, FireWatchObservation], FireWatchAction]]]:
    """Policies that never look for the fire."""
    yield "corner", lambda env, seen: FireWatchAction(kind="report", x=20.0, y=20.0)
    yield "only-looks", lambda env, seen: FireWatchAction(kind="look", tower=1)
    yield "claims", lambda env, seen: FireWatchAction(metadata={"found": True, "reward": 1.0})
