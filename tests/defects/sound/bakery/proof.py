"""The author's evidence for the bakery."""

from collections.abc import Iterator
from typing import Any

from env import JOBS, NAMES, BakeryAction, BakeryObservation, Slot
from hypothesis import strategies as st

declared = {"max_steps": 1, "success_reward": 1.0, "levels": tuple(JOBS), "deterministic": True}


def oracle(env: Any, seen: BakeryObservation) -> BakeryAction:
    """The job that is due first comes first."""
    clock, slots = 0, []
    for job in sorted(seen.jobs, key=lambda job: job.due):
        slots.append(Slot(name=job.name, start=clock))
        clock += job.hours
    return BakeryAction(slots=slots)


def null(env: Any, seen: BakeryObservation) -> BakeryAction:
    """An empty timetable."""
    return BakeryAction()


def actions() -> st.SearchStrategy[BakeryAction]:
    """Timetables of some jobs."""
    slots = st.builds(Slot, name=st.sampled_from(NAMES), start=st.integers(0, 20))
    return st.lists(slots, max_size=8).map(lambda slots: BakeryAction(slots=slots))


def exploits() -> Iterator[tuple[str, Any]]:
    """Timetables that no oven can work."""
    yield "all at zero", lambda env, seen: _at_zero(seen.jobs)
    yield "first job only", lambda env, seen: _at_zero(seen.jobs[:1])


def _at_zero(jobs: list[Any]) -> BakeryAction:
    return BakeryAction(slots=[Slot(name=job.name, start=0) for job in jobs])
