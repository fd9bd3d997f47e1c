"""Evidence from the author."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import BillAction, LedgerObservation

Policy = Callable[[Any, LedgerObservation], BillAction]

declared = {"max_steps": 1, "success_reward": 1.0}


def oracle(env: Any, observation: LedgerObservation) -> BillAction:
    """Reads the ledger line by line."""
    fines = dict.fromkeys(observation.members, 0)
    due: dict[str, int] = {}
    renewed: dict[str, int] = {}
    for line in observation.ledger:
        match = re.fullmatch(r"day (\d+): (\w+) (\w+) (\w+)", line)
        assert match is not None
        day, who, what, book = int(match[1]), match[2], match[3], match[4]
        if what == "borrows":
            due[book], renewed[book] = day + 14, 0
        elif what == "renews":
            if day <= due[book] and renewed[book] < 2:
                due[book], renewed[book] = due[book] + 14, renewed[book] + 1
        else:
            fines[who] += min(300, 20 * sum(d % 7 != 0 for d in range(due[book] + 1, day + 1)))
    return BillAction(fines=fines)


def null(env: Any, observation: LedgerObservation) -> BillAction:
    """No bill."""
    return BillAction()


def actions() -> st.SearchStrategy[BillAction]:
    """Bills."""
    names = st.sampled_from(["Ida", "Jonas", "Karl", "Lea", "Mia", "Nils", "Olga", "Paul", "Eve"])
    return st.dictionaries(names, st.integers(0, 45).map(lambda n: 20 * n)).map(
        lambda some: BillAction(fines=some)
    )


def invalid() -> list[BillAction]:
    """Bills that do not fit."""
    return [
        BillAction(),
        BillAction(fines={"": 20}),
        BillAction(fines={"Eve": 300}),
        BillAction(fines={"Ida": -20}),
    ]


def secrets(env: Any) -> list[str]:
    """None."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Bills without reading."""
    yield "nothing owed", lambda env, seen: BillAction(fines=dict.fromkeys(seen.members, 0))
    yield "other people", lambda env, seen: BillAction(fines={"Eve": 20, "Bob": 40})
