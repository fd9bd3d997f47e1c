"""Evidence from the author, which `hallmark prove` uses to check this environment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import LogicGatesAction, LogicGatesObservation

Policy = Callable[[Any, LogicGatesObservation], LogicGatesAction]

declared = {"max_steps": 3, "success_reward": 1.0, "levels": (1, 2, 3), "deterministic": True}


def _formula(table: str, inputs: str) -> str:
    """A formula for a table, by cases of the first input."""
    if not inputs or set(table) in ({"0"}, {"1"}):
        return table[0]
    half, first, rest = len(table) // 2, inputs[0], inputs[1:]
    low, high = table[:half], table[half:]
    if low == high:
        return _formula(low, rest)
    if len(table) == 2:
        return first if high == "1" else f"!{first}"
    return f"(!{first}&{_formula(low, rest)}|{first}&{_formula(high, rest)})"


def oracle(env: Any, observation: LogicGatesObservation) -> LogicGatesAction:
    """Writes the table as cases."""
    return LogicGatesAction(formula=_formula(observation.table, observation.inputs))


def null(env: Any, observation: LogicGatesObservation) -> LogicGatesAction:
    """Writes nothing."""
    return LogicGatesAction(formula="")


def actions() -> st.SearchStrategy[LogicGatesAction]:
    """Formulas and texts that are none."""
    signs = st.text("ab!&|^() 01", max_size=24)
    some = st.sampled_from(["0", "1", "a", "a&b", "a^b", "!(a|b)", "a&b|c", "a^b^c^d", "f"])
    return st.one_of(some, signs, st.text(max_size=8)).map(
        lambda formula: LogicGatesAction(formula=formula)
    )


def invalid() -> list[LogicGatesAction]:
    """Texts that can never be right."""
    texts = ("", "(", ")", "a b", "a &", "& a", "x", "a and b", "(" * 300 + "a", "!" * 900, "()")
    return [LogicGatesAction(formula=text) for text in texts]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to earn more than `null` without solving the task; none may succeed."""
    yield "always 0", lambda *_: LogicGatesAction(formula="0")
    yield "always 1", lambda *_: LogicGatesAction(formula="1")
    yield "the table", lambda env, seen: LogicGatesAction(formula=seen.table)
    yield "claims", lambda *_: LogicGatesAction(formula="0", metadata={"right": True})
