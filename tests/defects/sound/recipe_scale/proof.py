"""Evidence from the author of the recipes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import RecipeObservation, ScaleAction

Policy = Callable[[Any, RecipeObservation], ScaleAction]

declared = {"max_steps": 1, "success_reward": 1.0, "options": {"style": ["metric", "spoons"]}}
SIZES = {"ml": 1, "g": 1, "piece": 1, "kg": 1000, "tsp": 5, "tbsp": 15, "cup": 240}


def _read(line: str) -> tuple[str, int, str]:
    name, rest = line.split(": ")
    amount, unit = rest.split()
    return name, int(amount) * SIZES[unit], unit


def oracle(env: Any, observation: RecipeObservation) -> ScaleAction:
    """Scale with whole numbers only."""
    per, want = observation.serves, observation.wanted
    amounts = {}
    for name, amount, unit in map(_read, observation.lines):
        if unit == "piece":
            amounts[name] = (amount * want + per - 1) // per
        else:
            amounts[name] = (2 * amount * want + per) // (2 * per)
    return ScaleAction(amounts=amounts)


def null(env: Any, observation: RecipeObservation) -> ScaleAction:
    """No amounts."""
    return ScaleAction()


def actions() -> st.SearchStrategy[ScaleAction]:
    """Amounts of some ingredients."""
    names = st.sampled_from(("milk", "flour", "eggs", "sugar", "oil", "rice"))
    return st.dictionaries(names, st.integers(0, 3000), max_size=6).map(
        lambda amounts: ScaleAction(amounts=amounts)
    )


def invalid() -> list[ScaleAction]:
    """Not scaled recipes."""
    return [ScaleAction(), ScaleAction(amounts={"": 1}), ScaleAction(amounts={"milk": -1})]


def secrets(env: Any) -> list[str]:
    """The recipe lies open."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Recipes that are not scaled."""

    def copied(env: Any, seen: RecipeObservation) -> ScaleAction:
        return ScaleAction(amounts={name: amount for name, amount, _ in map(_read, seen.lines)})

    yield "copied", copied
    yield "zeros", lambda env, seen: ScaleAction(amounts={_read(s)[0]: 0 for s in seen.lines})
