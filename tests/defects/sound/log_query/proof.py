"""Evidence about the log desk."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .logs import LEVELS, MOST, SERVICES, USERS
from .models import LogAction, LogView

Policy = Callable[[Any, LogView], LogAction]

declared = {
    "max_steps": 8,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": (1, 2),
}


def oracle(env: Any, observation: LogView) -> LogAction:
    """One query for exactly the lines of the question, then the answer."""
    words = observation.question.replace("?", "").replace(",", "").split()
    at = words.index("lines")
    first, last = words.index("minute") + 1, len(words) - 1 - words[::-1].index("minute") + 1
    if not observation.lines:
        return LogAction(
            service=words[at + 2],
            level=words[at - 1],
            since=int(words[first]),
            until=int(words[last]),
            limit=MOST,
        )
    if words[0] == "How":
        return LogAction(kind="answer", answer=str(len(observation.lines)))
    rows = [line.split() for line in observation.lines]
    return LogAction(kind="answer", answer=max(rows, key=lambda row: int(row[4]))[3])


def null(env: Any, observation: LogView) -> LogAction:
    """Give an empty answer."""
    return LogAction(kind="answer")


def actions() -> st.SearchStrategy[LogAction]:
    """Queries and answers."""
    query = st.builds(
        LogAction,
        service=st.sampled_from(["", *SERVICES, "dns"]),
        level=st.sampled_from(["", *LEVELS]),
        since=st.integers(0, 1439),
        limit=st.integers(0, 40),
    )
    texts = st.one_of(st.sampled_from(USERS), st.integers(0, 99).map(str), st.text(max_size=9))
    answer = texts.map(lambda text: LogAction(kind="answer", answer=text))
    return st.one_of(query, query, query, answer)


def invalid() -> list[LogAction]:
    """Actions that bring nothing."""
    return [
        LogAction(limit=1000),
        LogAction(service="nobody", limit=1),
        LogAction(since=1000, until=10, limit=1),
        LogAction(kind="answer", answer="all of them"),
    ]


def secrets(env: Any) -> list[str]:
    """The answers are common words and numbers: none is searched for as a text."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that do not look at the log."""
    yield "all-users", lambda env, seen: LogAction(kind="answer", answer=" ".join(USERS))
    yield "all-numbers", lambda env, seen: LogAction(kind="answer", answer="3 4 5 6 7 8 9 10")
    yield "claims", lambda env, seen: LogAction(kind="answer", metadata={"right": True, "spent": 0})
