"""Evidence from the author, which `hallmark prove` uses to check this environment."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import LogExtractAction, LogExtractObservation
from .server.log_extract_environment import CODES

Policy = Callable[[Any, LogExtractObservation], LogExtractAction]

declared = {"max_steps": 1, "success_reward": 1.0, "deterministic": True}


def oracle(env: Any, observation: LogExtractObservation) -> LogExtractAction:
    """Read the log line by line."""
    found = re.findall(rf"^\S+ {observation.service} +ERROR +(E\d+)", observation.log, re.MULTILINE)
    return LogExtractAction(codes=found)


def null(env: Any, observation: LogExtractObservation) -> LogExtractAction:
    """An empty list."""
    return LogExtractAction(codes=[])


def actions() -> st.SearchStrategy[LogExtractAction]:
    """Lists of codes, and of other texts."""
    codes = st.one_of(st.sampled_from(CODES), st.text(max_size=6))
    return st.lists(codes, max_size=10).map(lambda sent: LogExtractAction(codes=sent))


def invalid() -> list[LogExtractAction]:
    """Answers that are never right."""
    lists = ([""], ["E000"], ["ERROR"], ["E104,E217"], ["-"] * 60)
    return [LogExtractAction(codes=codes) for codes in lists]


def secrets(env: Any) -> list[str]:
    """Nothing: the answer is in the log, for whoever reads it."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Answers without reading the log as asked."""
    yield "all-codes", lambda env, seen: LogExtractAction(codes=list(CODES))
    yield "all-in-log", lambda env, seen: LogExtractAction(codes=re.findall(r"E\d{3}", seen.log))
    yield "claims", lambda env, seen: LogExtractAction(metadata={"right": True, "reward": 1.0})
