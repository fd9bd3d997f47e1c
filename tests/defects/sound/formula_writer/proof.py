"""Evidence from the author."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import FormulaAction, SheetObservation

Policy = Callable[[Any, SheetObservation], FormulaAction]

declared = {"max_steps": 1, "success_reward": 1.0, "levels": (1, 2)}

PHRASES = (
    (r"(\d+) times (\w), plus (\w)", "={0} * {1} + {2}"),
    (r"(\w) less (\w), but never below (\d+)", "=MAX({0} - {1}, {2})"),
    (r"the smaller one of (\w) and (\d+) times (\w)", "=MIN({0}, {1} * {2})"),
    (
        r"(\w) plus (\w) if (\w) is more than (\d+), otherwise (\d+) times (\w)",
        "=IF({2} > {3}, {0} + {1}, {4} * {5})",
    ),
    (
        r"the largest of (\w), (\w) and (\w), less (\d+) if (\w) is at least (\d+)",
        "=MAX({0}, {1}, {2}) - IF({4} >= {5}, {3}, 0)",
    ),
    (
        r"(\w) times (\w), but (\d+) if \w equals \w or is below it, plus (\w) in both cases",
        "=IF({0} <= {1}, {2}, {0} * {1}) + {3}",
    ),
)


def oracle(env: Any, observation: SheetObservation) -> FormulaAction:
    """Understands the six phrases."""
    for phrase, formula in PHRASES:
        found = re.fullmatch(phrase, observation.wanted)
        if found:
            return FormulaAction(formula=formula.format(*found.groups()))
    raise AssertionError(observation.wanted)


def null(env: Any, observation: SheetObservation) -> FormulaAction:
    """Nothing."""
    return FormulaAction()


def actions() -> st.SearchStrategy[FormulaAction]:
    """Sums, and other texts."""
    sums = st.builds(
        "={} {} {}".format, st.sampled_from("ABC"), st.sampled_from("+-*/<"), st.integers(0, 99)
    )
    return st.one_of(sums, st.text(max_size=30)).map(lambda text: FormulaAction(formula=text))


def invalid() -> list[FormulaAction]:
    """No formulas, or such without a value."""
    texts = ("", "=", "A + B", "=A +", "=foo", "=SUM(A)", "=A ** B", "='a'")
    return [FormulaAction(formula=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """The words tell the formula; nothing is secret but the rows that are checked."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Without reading the words."""
    yield (
        "first result",
        lambda env, seen: FormulaAction(formula=f"={seen.rows[0][3]}" if seen.rows else "=0"),
    )
    yield "error", lambda env, seen: FormulaAction(formula="=1 / 0")
    yield "comparison", lambda env, seen: FormulaAction(formula="=A == A")
