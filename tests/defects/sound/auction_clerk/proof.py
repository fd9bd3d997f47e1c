"""Evidence from the author: how an evening is reported, and what must earn nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .evening import LEVELS, OUTCOMES
from .models import ClerkAction, ClerkObservation

Policy = Callable[[Any, ClerkObservation], ClerkAction]

declared = {"max_steps": 1, "success_reward": 1.0, "levels": tuple(LEVELS)}


def oracle(env: Any, observation: ClerkObservation) -> ClerkAction:
    """Reads the log line by line."""
    standing: dict[int, list[int]] = {lot.number: [] for lot in observation.catalogue}
    by_title = {lot.title.casefold(): lot.number for lot in observation.catalogue}
    withdrawn, current = [], 0
    for line in observation.log:
        said = line.casefold()
        if found := re.fullmatch(r"lot (\d+): .*", said):
            current = int(found[1])
        elif found := re.fullmatch(r"paddle \d+ bids (\d+)\.", said):
            standing[current].append(int(found[1]))
        elif said == "the last bid is taken back.":
            standing[current].pop()
        elif found := re.fullmatch(r"there is a written bid of (\d+) for (.*)\.", said):
            standing[by_title[found[2]]].append(int(found[1]))
        elif found := re.fullmatch(r"(.*) will not be offered tonight\.", said):
            withdrawn.append(by_title[found[1]])
        elif found := re.fullmatch(r"the donor takes lot (\d+) back\.", said):
            withdrawn.append(int(found[1]))
    filed: dict[str, list[int]] = {"sold": [], "passed": [], "withdrawn": withdrawn}
    for lot in observation.catalogue:
        if lot.number not in withdrawn:
            sold = max(standing[lot.number], default=0) >= lot.reserve
            filed["sold" if sold else "passed"].append(lot.number)
    return _report(filed)


def _report(filed: dict[str, list[int]]) -> ClerkAction:
    lines = [f"{name}: {', '.join(map(str, filed[name])) or 'none'}" for name in OUTCOMES]
    return ClerkAction(report="\n".join(lines))


def null(env: Any, observation: ClerkObservation) -> ClerkAction:
    """An empty report."""
    return ClerkAction(report="")


def actions() -> st.SearchStrategy[ClerkAction]:
    """Reports on any lots, and other texts."""
    lots = st.lists(st.integers(1, 12), max_size=6, unique=True)
    reports = st.fixed_dictionaries(dict.fromkeys(OUTCOMES, lots)).map(_report)
    return st.one_of(reports, st.text(max_size=40).map(lambda text: ClerkAction(report=text)))


def invalid() -> list[ClerkAction]:
    """Reports that do not have the form, or no lot in it."""
    texts = (
        "",
        "sold: none\npassed: none\nwithdrawn: none",
        "sold: 1",
        "sold: all\npassed: none\nwithdrawn: none",
        "sold: 1, 1\npassed: 2\nwithdrawn: 3",
        "sold: 1\nsold: 2\npassed: 3\nwithdrawn: 4",
        "everything was sold",
    )
    return [ClerkAction(report=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """What became of a lot follows from the log; nothing is hidden."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that report without reading the log."""
    for name in OUTCOMES:
        yield f"all {name}", lambda env, seen, name=name: _all(seen, name)
    yield "the log itself", lambda env, seen: ClerkAction(report="\n".join(seen.log)[:1000])
    yield "claims", lambda env, seen: ClerkAction(metadata={"right": True, "reward": 1.0})


def _all(seen: ClerkObservation, outcome: str) -> ClerkAction:
    filed: dict[str, list[int]] = {name: [] for name in OUTCOMES}
    filed[outcome] = [lot.number for lot in seen.catalogue]
    return _report(filed)
