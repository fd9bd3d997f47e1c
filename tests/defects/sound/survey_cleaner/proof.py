"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import CleanAction, SurveyObservation
from .survey import doubles, repaired

Policy = Callable[[Any, SurveyObservation], CleanAction]

declared = {
    "max_steps": 40,
    "success_reward": 1.0,
    "deterministic": True,
    "concurrent_sessions": True,
    "levels": (1, 2, 3),
    "splits": ("train", "test"),
}


def oracle(env: Any, seen: SurveyObservation) -> CleanAction:
    """Drop double entries, repair the cells, hand in; from the observation alone."""
    for number in doubles(seen.rows):
        return CleanAction(act="drop", row=number)
    for row in seen.rows:
        good = repaired(row)
        for column in ("height", "age", "town"):
            if getattr(row, column) != getattr(good, column):
                value = getattr(good, column)
                return CleanAction(row=row.row, column=column, value=value)
    return CleanAction(act="finish")


def null(env: Any, seen: SurveyObservation) -> CleanAction:
    """Hand the table in as it came."""
    return CleanAction(act="finish")


def actions() -> st.SearchStrategy[CleanAction]:
    """Repairs, drops and the end."""
    rows = st.integers(0, 14)
    values = st.one_of(st.sampled_from(["170", "0", "Holm", "Kirkby", "1.8"]), st.text(max_size=8))
    change = st.builds(
        lambda r, c, v: CleanAction(row=r, column=c, value=v),
        rows,
        st.sampled_from(["person", "height", "age", "town"]),
        values,
    )
    drop = rows.map(lambda r: CleanAction(act="drop", row=r))
    return st.one_of(change, change, drop, st.just(CleanAction(act="finish")))


def invalid() -> list[CleanAction]:
    """Repairs of rows that do not exist, and a table handed in as it came."""
    return [CleanAction(), CleanAction(act="drop", row=99), CleanAction(act="finish")]


def secrets(env: Any) -> list[str]:
    """Nothing is hidden: the mistakes can be seen."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that do not clean the table."""
    yield "empty-table", _drop_all
    yield "only-doubles", _only_doubles
    yield "claims", lambda env, seen: CleanAction(act="finish", metadata={"clean": True})


def _drop_all(env: Any, seen: SurveyObservation) -> CleanAction:
    """Drop every row."""
    if seen.rows:
        return CleanAction(act="drop", row=seen.rows[0].row)
    return CleanAction(act="finish")


def _only_doubles(env: Any, seen: SurveyObservation) -> CleanAction:
    """Drop the first row again and again until few are left."""
    if len(seen.rows) > 3:
        return CleanAction(act="drop", row=seen.rows[0].row)
    return CleanAction(act="finish")
