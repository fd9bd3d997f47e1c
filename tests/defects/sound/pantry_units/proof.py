"""Evidence from the author of the pantry."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import PantryUnitsAction, PantryUnitsObservation

Policy = Callable[[Any, PantryUnitsObservation], PantryUnitsAction]

declared = {"max_steps": 1, "success_reward": 1.0, "levels": (1, 2)}

# How to reckon with the numbers of a question, by a word of its story.
SUMS: dict[str, Callable[..., int]] = {
    "shelves": lambda shelves, jars: shelves * jars,
    "loaves": lambda flour, loaf: flour // loaf,
    "biscuits": lambda baked, eaten: baked - eaten,
    "eggs": lambda first, second: first + second,
    "litres": lambda litres, glass: litres * 1000 // glass,
    "kilograms": lambda kilograms, bags, grams: kilograms * 1000 - bags * grams,
    "hours": lambda hours, minutes, each: (hours * 60 + minutes) // each,
    "dozen": lambda dozen, broken, tray: (dozen * 12 - broken) // tray,
}


def oracle(env: Any, observation: PantryUnitsObservation) -> PantryUnitsAction:
    """Read the numbers and reckon as the story says."""
    numbers = [int(digits) for digits in re.findall(r"\d+", observation.question)]
    word = next(word for word in SUMS if word in observation.question)
    return PantryUnitsAction(answer=str(SUMS[word](*numbers)))


def null(env: Any, observation: PantryUnitsObservation) -> PantryUnitsAction:
    """No answer."""
    return PantryUnitsAction(answer="")


def actions() -> st.SearchStrategy[PantryUnitsAction]:
    """Numbers, and other texts."""
    numbers = st.integers(-9, 9999).map(str)
    return st.one_of(numbers, st.text(max_size=10)).map(lambda text: PantryUnitsAction(answer=text))


def invalid() -> list[PantryUnitsAction]:
    """Answers that are no numbers."""
    return [PantryUnitsAction(answer=text) for text in ("", "-1", "twelve", "1 2", "12 g", "1.0")]


def secrets(env: Any) -> list[str]:
    """None that could be told from the numbers of the question."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Answers without reckoning."""

    def first(env: Any, seen: PantryUnitsObservation) -> PantryUnitsAction:
        return PantryUnitsAction(answer=re.findall(r"\d+", seen.question)[0])

    yield "first-number", first
    yield "ten", lambda env, seen: PantryUnitsAction(answer="10")
    yield "claims", lambda env, seen: PantryUnitsAction(metadata={"right": True, "reward": 1.0})
