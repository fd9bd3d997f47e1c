"""Evidence from the author of Cite Finder."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .library import FACETS, ISSUES
from .models import ReadingRoomAction, ReadingRoomObservation

Policy = Callable[[Any, ReadingRoomObservation], ReadingRoomAction]

declared = {"max_steps": 12, "success_reward": 1.0, "levels": (1, 2, 3)}


def oracle(env: Any, observation: ReadingRoomObservation) -> ReadingRoomAction:
    """Searches for the issue, opens the cases in turn and cites the one that fits."""
    seen = observation
    if seen.opened and all(_facet(seen.request, name) in seen.opened for name in FACETS):
        citation = re.search(r", (\d+ [^(,]+ \d+) \(", seen.opened)
        assert citation
        return ReadingRoomAction(tool="cite", text=citation[1])
    for entry in seen.results:
        number = entry.partition(":")[0].removeprefix("No. ")
        if int(number) not in seen.read:
            return ReadingRoomAction(tool="open", text=number)
    issue = next(issue for issue in ISSUES if f"on {issue} that" in seen.request)
    return ReadingRoomAction(tool="search", text=issue)


def _facet(text: str, name: str) -> str:
    return next(value for value in FACETS[name] if value in text)


def null(env: Any, observation: ReadingRoomObservation) -> ReadingRoomAction:
    """Cites nothing."""
    return ReadingRoomAction(tool="cite", text="")


def actions() -> st.SearchStrategy[ReadingRoomAction]:
    """Searches, and tools with other texts."""
    text = st.one_of(
        st.sampled_from(ISSUES),
        st.integers(10000, 61000).map(str),
        st.builds(lambda v, p: f"{v} N.C.L. {p}", st.integers(2, 90), st.integers(10, 990)),
    )
    return st.builds(
        lambda tool, words: ReadingRoomAction(tool=tool, text=words),
        st.sampled_from(["search", "open", "cite"]),
        text,
    )


def invalid() -> list[ReadingRoomAction]:
    """Uses of tools that find nothing."""
    return [
        ReadingRoomAction(tool="search", text=""),
        ReadingRoomAction(tool="search", text="*"),
        ReadingRoomAction(tool="open", text="-1"),
        ReadingRoomAction(tool="open", text="No. 1"),
        ReadingRoomAction(tool="cite", text="12 Rep."),
    ]


def secrets(env: Any) -> list[str]:
    """None: the right citation is among the results of a search."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that cite no single case."""
    yield (
        "quotes the request",
        lambda env, seen: ReadingRoomAction(tool="cite", text=seen.request[:60]),
    )
    yield "claims", lambda env, seen: ReadingRoomAction(tool="cite", metadata={"cited": True})
