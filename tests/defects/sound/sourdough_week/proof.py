"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import FeedingAction, FeedingObservation

Policy = Callable[[Any, FeedingObservation], FeedingAction]

declared = {"max_steps": 1, "success_reward": 1.0}
TIMES = {1: (4, 5, 6), 3: (7, 8, 9), 5: (10, 11, 12)}


def oracle(env: Any, observation: FeedingObservation) -> FeedingAction:
    """Forward search over hours; the nights are written out."""
    start, end = observation.quiet
    night, hour = set(), start
    while hour != end:
        night.add(hour)
        hour = (hour + 1) % 24
    ways: dict[tuple[int, int], list[tuple[int, int]]] = {(0, observation.parts): []}
    for hour in range(observation.bake):
        for parts in TIMES:
            way = ways.get((hour, parts))
            if way is None:
                continue
            if observation.bake - hour in TIMES[parts]:
                return FeedingAction(feedings=way)
            for later in (hour + wait for wait in TIMES[parts]):
                if (observation.clock + later) % 24 not in night:
                    for flour in TIMES:
                        ways.setdefault((later, flour), [*way, (later, flour)])
    return FeedingAction()


def null(env: Any, observation: FeedingObservation) -> FeedingAction:
    """Feeds nothing."""
    return FeedingAction()


def actions() -> st.SearchStrategy[FeedingAction]:
    """Schedules."""
    feeding = st.tuples(st.integers(0, 72), st.sampled_from([1, 3, 5]))
    return st.lists(feeding, max_size=10).map(lambda some: FeedingAction(feedings=sorted(some)))


def invalid() -> list[FeedingAction]:
    """Not schedules."""
    lists = ([], [(0, 1)], [(-4, 1)], [(5, 2)], [(8, 7)], [(500, 3)])
    return [FeedingAction(feedings=some) for some in lists]


def secrets(env: Any) -> list[str]:
    """None."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Schedules without a plan."""

    def every(wait: int, flour: int) -> Policy:
        return lambda env, seen: FeedingAction(
            feedings=[(hour, flour) for hour in range(wait, seen.bake, wait)]
        )

    yield "every four hours", every(4, 1)
    yield "every hour", every(1, 1)
