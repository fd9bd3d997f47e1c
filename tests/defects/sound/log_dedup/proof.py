"""Evidence from the author."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from .models import LogDedupAction, LogDedupObservation

declared = {"max_steps": 1, "success_reward": 1.0, "options": {"level": ["easy", "hard"]}}


def oracle(env: Any, observation: LogDedupObservation) -> LogDedupAction:
    """Keeps the first line of every event."""
    known, drop = set(), []
    for line in observation.log.split("\n"):
        number, rest = line.split(": ", 1)
        event = re.sub(r"\[\d+\]|req=\w+|^\S+", "", rest)
        if event in known:
            drop.append(int(number))
        known.add(event)
    return LogDedupAction(drop=drop)


def null(env: Any, observation: LogDedupObservation) -> LogDedupAction:
    """Deletes nothing."""
    return LogDedupAction()


def actions() -> st.SearchStrategy[LogDedupAction]:
    """Any numbers."""
    return st.builds(LogDedupAction, drop=st.lists(st.integers(0, 27), max_size=20))


def invalid() -> list[LogDedupAction]:
    """Numbers that are not in the log."""
    return [LogDedupAction(drop=[-1]), LogDedupAction(drop=[1000])]


def secrets(env: Any) -> list[str]:
    """Nothing is secret."""
    return []


def exploits() -> Iterator[tuple[str, Any]]:
    """Deletes everything."""
    yield "all", lambda env, seen: LogDedupAction(drop=list(range(seen.lines)))
