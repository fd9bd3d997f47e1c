"""Evidence from the author of the calendar."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import Any

from hypothesis import strategies as st

from .models import CourtAction, CourtObservation

Policy = Callable[[Any, CourtObservation], CourtAction]

declared = {"max_steps": 1, "success_reward": 1.0}


def calendar(seen: CourtObservation, cut_off: str = "16:30", closed: bool = True) -> CourtAction:
    """List the working days from the day of each paper on, and pick from the list."""
    due = {}
    for paper in seen.papers:
        text, clock = paper["received"].split()
        came = date.fromisoformat(text)
        days = [came + timedelta(days=n) for n in range(70)]
        open_days = [
            day
            for day in days
            if day.isoweekday() not in (6, 7) and not (closed and day.isoformat() in seen.holidays)
        ]
        if clock >= cut_off and open_days[0] == came:
            open_days.pop(0)
        due[paper["case"]] = open_days[seen.terms[paper["kind"]]].isoformat()
    return CourtAction(due=due)


def oracle(env: Any, observation: CourtObservation) -> CourtAction:
    """Applies all rules."""
    return calendar(observation)


def null(env: Any, observation: CourtObservation) -> CourtAction:
    """Enters nothing."""
    return CourtAction()


def actions() -> st.SearchStrategy[CourtAction]:
    """Any dates for any cases."""
    cases = st.integers(100, 999).map("C{}".format)
    days = st.dates(date(2031, 1, 1), date(2037, 1, 31)).map(str)
    return st.dictionaries(cases, days, max_size=3).map(lambda due: CourtAction(due=due))


def invalid() -> list[CourtAction]:
    """Entries that are no dates of a file."""
    entries = ({"": ""}, {"C1": "2031-02-03"}, {"C100": "soon"}, {"C100": "2031-02-30"})
    return [CourtAction(due=due) for due in entries]


def secrets(env: Any) -> list[str]:
    """The file is open."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Clerks who forget a rule."""
    yield "no-cut-off", lambda env, seen: calendar(seen, cut_off="24:00")
    yield "no-holidays", lambda env, seen: calendar(seen, closed=False)
    yield (
        "day-of-receipt",
        lambda env, seen: CourtAction(
            due={paper["case"]: paper["received"].split()[0] for paper in seen.papers}
        ),
    )
