"""Evidence from the author: the oracle, policies that must earn nothing, and what is secret."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import SheetFormulaAction, SheetFormulaObservation
from .sales import questions

Policy = Callable[[Any, SheetFormulaObservation], SheetFormulaAction]

declared = {"max_steps": 3, "success_reward": 1.0, "levels": tuple(questions())}

_FORMULAS = {each.text: each.formula for known in questions().values() for each in known}


def oracle(env: Any, observation: SheetFormulaObservation) -> SheetFormulaAction:
    """Looks the question up in the author's list; the observation alone decides."""
    return SheetFormulaAction(formula=_FORMULAS[observation.question])


def null(env: Any, observation: SheetFormulaObservation) -> SheetFormulaAction:
    """Writes nothing."""
    return SheetFormulaAction(formula="")


def actions() -> st.SearchStrategy[SheetFormulaAction]:
    cells = st.sampled_from(["B1", "C3", "B8", "SUM(B1:B8)", "MAX(C1:C8)", "COUNT(B1:B4)", "A1"])
    sums = st.lists(cells, min_size=1, max_size=3).map(lambda parts: "=" + "+".join(parts))
    return st.one_of(sums, st.text('=AB18(+*:,"', max_size=12)).map(
        lambda text: SheetFormulaAction(formula=text)
    )


def invalid() -> list[SheetFormulaAction]:
    """Formulas that answer no question."""
    wrong = ("", "=", "SUM(B1:B8)", "=SUM(", "=A1", "=Z9", "=0", "=SUM(A1:A8)", "=" + "(" * 150)
    return [SheetFormulaAction(formula=text) for text in wrong]


def secrets(env: Any) -> list[str]:
    """The formula that answers the question."""
    return [env.reveal().question.formula]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to be paid without a formula for the question."""

    def constant(env: Any, seen: SheetFormulaObservation) -> SheetFormulaAction:
        units = [int(row.split(", ")[1]) for row in seen.rows]
        return SheetFormulaAction(formula=f"={sum(units)}")

    yield "constant", constant
    yield "first cell", lambda env, seen: SheetFormulaAction(formula="=B1")
