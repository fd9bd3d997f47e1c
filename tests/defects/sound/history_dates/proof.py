"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .events import EVENTS
from .models import HistoryDatesAction, HistoryDatesObservation

Policy = Callable[[Any, HistoryDatesObservation], HistoryDatesAction]

declared = {"max_steps": 4, "success_reward": 1.0, "options": {"split": ["train", "test"]}}
_YEARS = {name: year for events in EVENTS.values() for name, year in events}


def oracle(env: Any, observation: HistoryDatesObservation) -> HistoryDatesAction:
    """Knows all years."""
    first, *lines = observation.question.split("\n")
    if not lines:
        return HistoryDatesAction(answer=str(_YEARS[first.split("? ", 1)[1]]))
    lines.sort(key=lambda line: _YEARS[line[3:]])
    return HistoryDatesAction(answer=" ".join(line[0] for line in lines))


def null(env: Any, observation: HistoryDatesObservation) -> HistoryDatesAction:
    """Says nothing."""
    return HistoryDatesAction()


def actions() -> st.SearchStrategy[HistoryDatesAction]:
    """Orders, years and noise."""
    order = st.permutations("ABCD").map(" ".join)
    year = st.integers(700, 2000).map(str)
    return st.builds(HistoryDatesAction, answer=order | year | st.text(max_size=30))


def invalid() -> list[HistoryDatesAction]:
    """Answers that cannot be right."""
    return [HistoryDatesAction(), HistoryDatesAction(answer="AAAA"), HistoryDatesAction(answer="?")]


def secrets(env: Any) -> list[str]:
    """The answer to the question on the screen."""
    return [q.answer for q in env._questions[env._at : env._at + 1] if q.answer.isdigit()]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Says too much."""
    yield "all", lambda env, seen: HistoryDatesAction(answer="ABCD ABDC ACBD ACDB ADBC ADCB")
