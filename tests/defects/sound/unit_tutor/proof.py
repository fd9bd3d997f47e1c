"""Evidence from the author."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import UnitTutorAction, UnitTutorObservation
from .units import LEVELS, convert

Policy = Callable[[Any, UnitTutorObservation], UnitTutorAction]

declared = {"max_steps": 5, "success_reward": 1.0, "levels": tuple(LEVELS)}


def oracle(env: Any, observation: UnitTutorObservation) -> UnitTutorAction:
    """Converts what the exercise says."""
    amount, source, target = re.match(
        r"Convert (\S+) (\w+) to (\w+)\.", observation.exercise
    ).groups()
    result = convert(float(amount), source, target)
    return UnitTutorAction(text=f"I multiply the factors. Answer: {result:.6g} {target}")


def null(env: Any, observation: UnitTutorObservation) -> UnitTutorAction:
    """Says nothing."""
    return UnitTutorAction(text="")


def actions() -> st.SearchStrategy[UnitTutorAction]:
    """Replies with and without an answer."""
    numbers = st.floats(0.001, 100000, allow_nan=False).map(lambda x: f"Answer: {x:.5g}")
    return st.one_of(numbers, st.text(max_size=20)).map(lambda text: UnitTutorAction(text=text))


def invalid() -> list[UnitTutorAction]:
    """Replies without a readable answer."""
    texts = (
        "",
        "12",
        "Answer:",
        "Answer: nan",
        "Answer: 1 Answer: 2",
        "Answer: 5 parsecs",
        "x" * 400,
    )
    return [UnitTutorAction(text=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """Nothing is secret: the exercise says all that is needed."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Replies that do not convert."""
    yield (
        "many answers",
        lambda env, seen: UnitTutorAction(
            text=" ".join(f"Answer: {10.0**k:g}" for k in range(-6, 7))
        ),
    )
    yield "not a number", lambda env, seen: UnitTutorAction(text="Answer: nan")
    yield "huge", lambda env, seen: UnitTutorAction(text="Answer: 1e300")
    yield "echo", lambda env, seen: UnitTutorAction(text=seen.exercise)
