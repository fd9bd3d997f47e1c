"""Evidence from the author of CSV cleaning."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .ledger import HEADER, MONTHS
from .models import CleanAction, LedgerObservation

Policy = Callable[[Any, LedgerObservation], CleanAction]

declared = {
    "max_steps": 1,
    "success_reward": 1.0,
    "levels": (1, 2, 3),
    "concurrent_sessions": True,
    "deterministic": True,
}


def _iso(text: str) -> str:
    if "." in text:
        day, month, year = text.split(".")
        return f"{year}-{month}-{day}"
    day, name, year = text.split()
    return f"{year}-{MONTHS.index(name) + 1:02d}-{int(day):02d}"


def oracle(env: Any, observation: LedgerObservation) -> CleanAction:
    """Clean the export that the observation shows."""
    cleaned: list[list[str]] = []
    for row in list(csv.reader(io.StringIO(observation.export)))[1:]:
        if len(row) != 3 or not any(cell.strip() for cell in row):
            continue
        name, day, money = row
        sale = [
            " ".join(name.split()).title(),
            _iso(day.strip()),
            f"{float(re.sub(r'[^0-9.]', '', money)):.2f}",
        ]
        if sale not in cleaned:
            cleaned.append(sale)
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([HEADER, *cleaned])
    return CleanAction(csv=out.getvalue())


def null(env: Any, observation: LedgerObservation) -> CleanAction:
    """An empty file."""
    return CleanAction(csv="")


def actions() -> st.SearchStrategy[CleanAction]:
    """Files with the right header and arbitrary lines, and other texts."""
    line = st.sampled_from(["Amina Costa,2024-03-09,12.50", "a,b,c", "", ",,", "x"])
    body = st.lists(line, max_size=8).map("\n".join)
    return st.one_of(
        body.map(lambda text: ",".join(HEADER) + "\n" + text), st.text(max_size=60)
    ).map(lambda text: CleanAction(csv=text))


def invalid() -> list[CleanAction]:
    """Files that cannot be right."""
    header = ",".join(HEADER)
    return [CleanAction(csv=text) for text in ("", header, "a,b\n1,2", header + "\n,,", '"' * 50)]


def secrets(env: Any) -> list[str]:
    """The clean lines follow from the export; nothing is hidden."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Files that were not cleaned."""
    yield "echo", lambda env, seen: CleanAction(csv=seen.export)
    yield "header-only", lambda env, seen: CleanAction(csv=",".join(HEADER) + "\n")
    yield (
        "echo-with-header",
        lambda env, seen: CleanAction(csv=",".join(HEADER) + "\n" + seen.export.partition("\n")[2]),
    )
