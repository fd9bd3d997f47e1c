"""Evidence from the author: how declarations are judged, and what must earn nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import DeskAction, DeskObservation
from .rules import CASES, LEVELS, VERDICTS, Case, Item, judge

Policy = Callable[[Any, DeskObservation], DeskAction]

declared = {"max_steps": CASES, "success_reward": 1.0, "levels": tuple(LEVELS)}


def oracle(env: Any, observation: DeskObservation) -> DeskAction:
    """Applies the rules to the declaration on the desk."""
    seen = observation.declaration
    items = tuple(Item(each.goods, each.quantity, each.value, each.permit) for each in seen.lines)
    case = Case(seen.arriving_from == "inside", items, seen.cash, seen.cash_declared)
    return DeskAction(verdict=judge(case))


def null(env: Any, observation: DeskObservation) -> DeskAction:
    """No verdict."""
    return DeskAction(verdict="")


def actions() -> st.SearchStrategy[DeskAction]:
    """Verdicts, and other words."""
    words = st.one_of(st.sampled_from(VERDICTS), st.text(max_size=12))
    return words.map(lambda verdict: DeskAction(verdict=verdict))


def invalid() -> list[DeskAction]:
    """Words that are no verdict."""
    words = ("", "Clear", "clear duty", "seize or refer", "*", "allow")
    return [DeskAction(verdict=word) for word in words]


def secrets(env: Any) -> list[str]:
    """A verdict is one of five words that stand in the rules: none can be kept out of a message."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that judge without reading the declaration."""
    yield "every verdict at once", lambda env, seen: DeskAction(verdict=" ".join(VERDICTS)[:20])
    yield "in capitals", lambda env, seen: DeskAction(verdict=oracle(env, seen).verdict.upper())
    yield "the rule", lambda env, seen: DeskAction(verdict=seen.rules[0][:20])
    yield "claims", lambda env, seen: DeskAction(metadata={"right": CASES, "reward": 1.0})
