"""Evidence of the author: an astronomer who reads everything, and guesses that must not pay."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import LogAction, LogObservation
from .nights import FAULTS, LEVELS, diagnose

Policy = Callable[[Any, LogObservation], LogAction]

declared = {"max_steps": 12, "success_reward": 1.0, "levels": LEVELS}


def oracle(env: Any, observation: LogObservation) -> LogAction:
    """Read page after page until the lines show a fault."""
    fault = diagnose([frame.model_dump() for frame in observation.frames])
    if fault:
        return LogAction(tool="diagnose", fault=fault)
    return LogAction(tool="read", page=len(observation.pages_read))


def null(env: Any, observation: LogObservation) -> LogAction:
    """Read the first page again and again."""
    return LogAction(tool="read", page=0)


def actions() -> st.SearchStrategy[LogAction]:
    """Pages that exist or not, and every diagnosis."""
    pages = st.integers(0, 12).map(lambda page: LogAction(tool="read", page=page))
    named = st.sampled_from(FAULTS).map(lambda fault: LogAction(tool="diagnose", fault=fault))
    return st.one_of(pages, pages, pages, named)


def invalid() -> list[LogAction]:
    """Pages that do not exist, and a diagnosis of nothing."""
    return [LogAction(page=99), LogAction(page=50), LogAction(tool="diagnose", fault="")]


def secrets(env: Any) -> list[str]:
    """Nothing: the names of the faults are also names of columns of the log."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Diagnoses without reading."""
    for fault in FAULTS:
        yield (
            f"always-{fault}",
            lambda env, seen, fault=fault: LogAction(tool="diagnose", fault=fault),
        )
    yield "claims", lambda env, seen: LogAction(metadata={"named": True, "reward": 1.0})
