"""Evidence from the author: how a budget is checked, and what must earn nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .budgets import MONTHS
from .models import BudgetAction, BudgetObservation

Policy = Callable[[Any, BudgetObservation], BudgetAction]

declared = {"max_steps": 1, "success_reward": 1.0, "levels": (1, 2, 3)}


def _is_allowed(line: str) -> bool:
    """Apply the rules to one line of a budget."""
    kind = line.split("(")[1].split(")")[0]
    numbers = [int(number) for number in re.findall(r"\d+", line.split(": ")[1])]
    if kind == "travel":
        return numbers[1] <= 1500 * numbers[0]
    if kind == "equipment":
        return numbers[0] < 5000 or numbers[1:] == [3]
    if kind == "meals":
        return numbers[2] <= 60 * numbers[0] * numbers[1]
    if kind == "staff":
        return numbers[1] <= MONTHS
    return numbers[0] * 100 <= 15 * numbers[1]


def oracle(env: Any, seen: BudgetObservation) -> BudgetAction:
    """Applies the rules to the lines that are shown."""
    verdicts = ("allowed" if _is_allowed(line) else "refused" for line in seen.budget)
    return BudgetAction(
        report="\n".join(f"L{place}: {verdict}" for place, verdict in enumerate(verdicts, 1))
    )


def null(env: Any, seen: BudgetObservation) -> BudgetAction:
    """Reports nothing."""
    return BudgetAction(report="")


def actions() -> st.SearchStrategy[BudgetAction]:
    """Reports with some verdicts, and other texts."""
    verdict = st.tuples(st.integers(1, 9), st.sampled_from(["allowed", "refused", "unclear"]))
    report = st.lists(verdict, max_size=9).map(
        lambda rows: "\n".join(f"L{place}: {word}" for place, word in rows)
    )
    return st.one_of(report, st.text(max_size=40)).map(lambda text: BudgetAction(report=text))


def invalid() -> list[BudgetAction]:
    """Reports that can never be right."""
    return [BudgetAction(report=text) for text in ("", "allowed", "L99: refused", "L1 maybe")]


def secrets(env: Any) -> list[str]:
    """The verdicts are common words; nothing is secret as a text."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Ways to be paid without checking."""
    yield (
        "all-allowed",
        lambda env, seen: BudgetAction(
            report=" ".join(f"L{place} allowed" for place in range(1, 9))
        ),
    )
    yield (
        "all-refused",
        lambda env, seen: BudgetAction(
            report=" ".join(f"L{place} refused" for place in range(1, 9))
        ),
    )
    yield "echo", lambda env, seen: BudgetAction(report="\n".join(seen.budget))
