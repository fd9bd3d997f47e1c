"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import LostFoundAction, LostFoundObservation

Policy = Callable[[Any, LostFoundObservation], LostFoundAction]

declared = {"max_steps": 8, "success_reward": 1.0, "options": {"shelf": ["small", "large"]}}
_DETAILS = ["colour", "material", "flaw", "place"]


def oracle(env: Any, observation: LostFoundObservation) -> LostFoundAction:
    """Asks for everything, and gives what fits."""
    asked = (len(observation.talk) - 1) // 2
    if asked < len(_DETAILS):
        return LostFoundAction(say=f"ask {_DETAILS[asked]}")
    kind = observation.talk[0].removeprefix("Person: I lost my ").rstrip(".")
    answers = [line.split(": ")[2] for line in observation.talk if line.count(": ") == 2]
    wanted = ", ".join([kind, *answers])
    for line in observation.shelf:
        number, _, text = line.partition(": ")
        if text == wanted:
            return LostFoundAction(say=f"give {number}")
    return LostFoundAction(say="refuse")


def null(env: Any, observation: LostFoundObservation) -> LostFoundAction:
    """Says nothing."""
    return LostFoundAction(say="")


def actions() -> st.SearchStrategy[LostFoundAction]:
    """Sentences, some of them senseless."""
    return st.builds(
        LostFoundAction,
        say=st.sampled_from(
            ["ask colour", "ask place", "ask flaw", "ask age", "give 2", "give 99", "refuse", "hm"]
        ),
    )


def invalid() -> list[LostFoundAction]:
    """Sentences that are not understood."""
    return [LostFoundAction(), LostFoundAction(say="give 99"), LostFoundAction(say="ask age")]


def secrets(env: Any) -> list[str]:
    """The number is not a text."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Ends without questions."""
    yield "first", lambda env, seen: LostFoundAction(say="give 1")
    yield "refuse", lambda env, seen: LostFoundAction(say="refuse")
