"""Evidence from the author of Trivia Duel."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .facts import FACTS
from .models import DuelAction, DuelObservation

Policy = Callable[[Any, DuelObservation], DuelAction]

declared = {
    "max_steps": 6,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": (1, 2, 3),
}

_NUMBERS = {fact.question: fact.number for fact in FACTS}


def oracle(env: Any, observation: DuelObservation) -> DuelAction:
    """Know the fact: the question is looked up in the same facts, the number among the answers."""
    number = _NUMBERS[observation.question]
    letters = {value: letter for letter, value in observation.answers.items()}
    return DuelAction(letter=letters[number])


def null(env: Any, observation: DuelObservation) -> DuelAction:
    """Give no answer."""
    return DuelAction(letter="")


def actions() -> st.SearchStrategy[DuelAction]:
    """Letters that are on the table, and some that are not."""
    return st.sampled_from("ABCDEFGHz").map(lambda letter: DuelAction(letter=letter))


def invalid() -> list[DuelAction]:
    """Answers that are wrong whatever the question."""
    return [DuelAction(letter=text) for text in ("", "H", "AB", "A B C D E F G", "all", "?")]


def secrets(env: Any) -> list[str]:
    """None: the right number stands among the answers."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that answer without the question."""
    yield "always A", lambda env, seen: DuelAction(letter="A")
    yield "all letters", lambda env, seen: DuelAction(letter="ABCDEFG")
    yield (
        "the largest",
        lambda env, seen: DuelAction(letter=max(seen.answers, key=lambda key: seen.answers[key])),
    )
    yield (
        "the smallest",
        lambda env, seen: DuelAction(letter=min(seen.answers, key=lambda key: seen.answers[key])),
    )
    yield "claims", lambda env, seen: DuelAction(metadata={"won": True, "points": 6})
