"""Evidence from the author of the grocery list."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import ListAnswer, ListObservation
from .shopping import AGAIN, PLAIN, SIZES, SPOKEN, UNIT_OF

Policy = Callable[[Any, ListObservation], ListAnswer]

declared = {
    "max_steps": 1,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": tuple(SIZES),
}


def oracle(env: Any, observation: ListObservation) -> ListAnswer:
    """Take the list apart and add the item up; reads the two texts alone."""
    asked = observation.question.rpartition(": ")[2].rstrip("?")
    unit = UNIT_OF[asked]
    said = dict(PLAIN[unit]) | dict(SPOKEN[unit])
    total = 0
    text = observation.dictated.rstrip(".").replace("oh, and also", "plus")
    for part in text.split(", "):
        if not part.endswith(f" {asked}"):
            continue
        words = part.removesuffix(f" {asked}")
        phrase = max((p for p in said if words == p or words.endswith(f" {p}")), key=len)
        total += said[phrase]
    return ListAnswer(text=f"{total} {unit}")


def null(env: Any, observation: ListObservation) -> ListAnswer:
    """Say nothing."""
    return ListAnswer()


def actions() -> st.SearchStrategy[ListAnswer]:
    """Numbers with and without units, and other texts."""
    numbers = st.integers(0, 2500).map(str)
    return st.one_of(numbers, numbers.map(lambda n: f"{n} g"), st.text(max_size=12)).map(
        lambda text: ListAnswer(text=text)
    )


def invalid() -> list[ListAnswer]:
    """Texts without a single number, and amounts that no list has."""
    texts = ("", "rice", "1 or 2", "100, 200, 300", "-5", "1,000", "999999", *AGAIN)
    return [ListAnswer(text=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """Nothing: the list is shown, and its amounts with it."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to earn without an answer."""
    yield "every-amount", lambda env, seen: ListAnswer(text=" ".join(map(str, range(100, 900, 50))))
    yield "claims", lambda env, seen: ListAnswer(metadata={"right": True, "reward": 1.0})
