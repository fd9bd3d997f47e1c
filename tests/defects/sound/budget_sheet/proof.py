"""Evidence from the author of Budget Sheet."""

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import SheetAction, SheetObservation

Policy = Callable[[Any, SheetObservation], SheetAction]

declared = {"max_steps": 14, "success_reward": 1.0, "levels": (1, 2)}


def _answer(what: str, cells: dict) -> float:
    rows = [n for n in range(2, 40) if f"D{n}" in cells]
    planned = {n: float(cells[f"C{n}"]) for n in rows}
    spent = {n: float(cells[f"D{n}"]) for n in rows}
    category = what.split(" on ")[-1] if " on " in what else what[9:].split(" in ")[0]
    of_category = sum(spent[n] for n in rows if cells[f"B{n}"] == category)
    if what == "total planned":
        return sum(planned.values())
    if what == "total spent":
        return sum(spent.values())
    if what.startswith("planned minus"):
        return sum(planned.values()) - sum(spent.values())
    if what.startswith("spent on"):
        return of_category
    if what.startswith("share of"):
        return of_category / sum(spent.values())
    return sum(spent.values()) / len(rows)


def oracle(env: Any, observation: SheetObservation) -> SheetAction:
    """Computes each requested cell from the visible rows, then commits."""
    for line in observation.request:
        cell, _, what = line.partition(": ")
        if cell not in observation.cells:
            return SheetAction(kind="set", cell=cell, value=repr(_answer(what, observation.cells)))
    return SheetAction(kind="commit")


def null(env: Any, observation: SheetObservation) -> SheetAction:
    """Commits the sheet as it is."""
    return SheetAction(kind="commit")


def actions() -> st.SearchStrategy[SheetAction]:
    """Numbers and formulas in the summary, texts, and commits."""
    cell = st.sampled_from(("G2", "G3", "G4", "G5", "C2", "Z9"))
    value = st.one_of(
        st.floats(-1000, 1000).map(lambda number: f"{number:.2f}"),
        st.sampled_from(("=SUM(D2:D7)", "=SUM(C2:C7)", "=C2-D2", "=D2/D3", "=G2*2", "total")),
        st.text(max_size=12),
    )
    written = st.builds(SheetAction, kind=st.just("set"), cell=cell, value=value)
    return st.one_of(written, written, written, st.just(SheetAction(kind="commit")))


def invalid() -> list[SheetAction]:
    """Values that must not be written."""
    return [
        SheetAction(kind="set", cell="C2", value="1"),
        SheetAction(kind="set", cell="G2", value="lots"),
        SheetAction(kind="set", cell="G2", value="=SUM(A1:B9)"),
        SheetAction(kind="set", cell="", value=""),
    ]


def secrets(env: Any) -> list[str]:
    """Nothing is hidden: the answers follow from the visible rows."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Fills that are not computed from the rows."""
    yield "zeros", _filling("0")
    yield "huge", _filling("1e300")
    yield "text", _filling("correct")
    yield "one row", _filling("=D2*1")


def _filling(value: str) -> Policy:
    """Write the same value into every requested cell."""

    def policy(env: Any, seen: SheetObservation) -> SheetAction:
        names = [line.partition(":")[0] for line in seen.request]
        step = 14 - seen.turns_left
        if step < len(names):
            return SheetAction(kind="set", cell=names[step], value=value)
        return SheetAction(kind="commit")

    return policy
