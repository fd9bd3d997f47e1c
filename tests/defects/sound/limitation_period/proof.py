"""Evidence for limitation periods."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

from hypothesis import strategies as st

from .models import Case, LastDay

declared = {"max_steps": 1, "success_reward": 1.0, "reward_range": (0.0, 1.0), "levels": (1, 2)}


def oracle(env: Any, observation: Case) -> LastDay:
    """The right day."""
    return LastDay(day=env.reveal().day.reveal())


def null(env: Any, observation: Case) -> LastDay:
    """No answer."""
    return LastDay(day="")


def actions() -> st.SearchStrategy[LastDay]:
    """Dates."""
    days = st.integers(0, 9000).map(lambda number: date(2002, 1, 1) + timedelta(days=number))
    return days.map(lambda day: LastDay(day=day.isoformat()))


def invalid() -> list[LastDay]:
    """Texts that are no date."""
    return [LastDay(day=day) for day in ("", "tomorrow", "2010-02-30", "04.05.2012")]


def secrets(env: Any) -> list[str]:
    """The right day."""
    return [env.reveal().day.reveal()]


def exploits() -> Iterator[tuple[str, Any]]:
    """Answers that count nothing."""
    yield "day-it-arose", lambda env, seen: LastDay(day=seen.facts.split(" on ")[1][:10])
    yield "claims", lambda env, seen: LastDay(metadata={"right": True})
