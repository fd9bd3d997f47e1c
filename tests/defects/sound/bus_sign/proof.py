"""What the author knows about the sign editor."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import BusSignAction, BusSignObservation

Policy = Callable[[Any, BusSignObservation], BusSignAction]

declared = {
    "max_steps": 12,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": (1, 2),
}


def oracle(env: Any, observation: BusSignObservation) -> BusSignAction:
    """Look up every line that was complained of, reprint those that differ, and post."""
    for line in observation.complaints:
        if line not in observation.timetable:
            return BusSignAction(tool="lookup", line=line)
    for line, text in observation.timetable.items():
        if text != observation.sign[line - 1] and line not in observation.reprinted:
            return BusSignAction(tool="reprint", line=line)
    return BusSignAction(tool="post")


def null(env: Any, observation: BusSignObservation) -> BusSignAction:
    """Post the sign as it is."""
    return BusSignAction(tool="post")


def actions() -> st.SearchStrategy[BusSignAction]:
    """All tools, on lines that exist and on some that do not."""
    tools = st.sampled_from(["lookup", "reprint", "lookup", "reprint", "post", ""])
    return st.builds(
        lambda tool, line: BusSignAction(tool=tool, line=line), tools, st.integers(0, 10)
    )


def invalid() -> list[BusSignAction]:
    """Commands that change nothing."""
    pairs = (("", 1), ("erase", 1), ("reprint", 0), ("reprint", -1), ("lookup", 99))
    return [BusSignAction(tool=tool, line=line) for tool, line in pairs]


def secrets(env: Any) -> list[str]:
    """The timetable's text for every wrong line that was not looked up yet."""
    printed = {entry.text for entry in env._stop.sign.values()} if env._stop else set()
    return [
        entry.text
        for line, entry in env._print_list.items()
        if line not in env._seen and entry.text not in printed
    ]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Reprints that follow no evidence."""
    yield "first-line", lambda env, seen: _reprint_then_post(seen, seen.sign[:1])
    yield "everything", lambda env, seen: _reprint_then_post(seen, seen.sign)
    yield "claims", lambda env, seen: BusSignAction(tool="post", metadata={"reward": 1.0})


def _reprint_then_post(seen: BusSignObservation, lines: list[str]) -> BusSignAction:
    if len(seen.reprinted) < len(lines):
        return BusSignAction(tool="reprint", line=len(seen.reprinted) + 1)
    return BusSignAction(tool="post")
