"""Evidence from the author: the oracle, policies that must earn nothing, and what is secret."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .logs import requests
from .models import LogRegexAction, LogRegexObservation

Policy = Callable[[Any, LogRegexObservation], LogRegexAction]

declared = {"max_steps": 4, "success_reward": 1.0, "levels": tuple(requests())}
_PARTS = re.compile(r"severity (\w+)(?:, service (\w+))?(?:, status (\d)xx)?")


def oracle(env: Any, observation: LogRegexObservation) -> LogRegexAction:
    """Turns the request into a pattern."""
    found = _PARTS.search(observation.request)
    assert found is not None
    severity, service, status = found.groups()
    tail = f"{status}[0-9]{{2}}" if status else "[0-9]{3}"
    pattern = f"[0-9:]{{8}} {severity} {service or '[a-z]+'} user=[0-9]{{4}} status={tail}"
    return LogRegexAction(pattern=pattern, submit=True)


def null(env: Any, observation: LogRegexObservation) -> LogRegexAction:
    """Submits the empty pattern."""
    return LogRegexAction(pattern="", submit=True)


def actions() -> st.SearchStrategy[LogRegexAction]:
    patterns = st.one_of(
        st.text("ab.*+?()[]|0-9 ", max_size=20),
        st.sampled_from([".*", ".* ERROR .*", "[0-9:]+ INFO .*", "(a+)+b", "(?=a)", r"(.)\1"]),
    )
    return st.builds(LogRegexAction, pattern=patterns, submit=st.booleans())


def invalid() -> list[LogRegexAction]:
    """Patterns that can never be right."""
    wrong = ("", "(", "[", "*", "(a+)+b", r"(.)\1", "x" * 600)
    return [LogRegexAction(pattern=pattern, submit=True) for pattern in wrong]


def secrets(env: Any) -> list[str]:
    """The hidden lines."""
    return [line for line, _ in env.reveal().hidden]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to be paid without answering the request."""
    yield "everything", lambda env, seen: LogRegexAction(pattern=".*", submit=True)
    yield "nothing", lambda env, seen: LogRegexAction(pattern="x", submit=True)
    yield "one example", lambda env, seen: LogRegexAction(pattern=seen.wanted[0], submit=True)
