"""Evidence from the author of the birdsong quiz."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import QuizAction, QuizObservation
from .songs import LETTERS, distance

Policy = Callable[[Any, QuizObservation], QuizAction]

declared = {
    "max_steps": 5,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": (1, 2),
}


def oracle(env: Any, observation: QuizObservation) -> QuizAction:
    """Read the three pages, then name the nearest song; reads the observation alone."""
    for letter in LETTERS:
        if letter not in observation.pages:
            return QuizAction(consult=letter)
    assert observation.recording is not None
    heard, pages = observation.recording, observation.pages
    return QuizAction(answer=min(LETTERS, key=lambda letter: distance(heard, pages[letter])))


def null(env: Any, observation: QuizObservation) -> QuizAction:
    """Neither read nor answer."""
    return QuizAction()


def actions() -> st.SearchStrategy[QuizAction]:
    """Pages and answers."""
    letters = st.sampled_from(LETTERS)
    return st.one_of(
        letters.map(lambda letter: QuizAction(consult=letter)),
        letters.map(lambda letter: QuizAction(answer=letter)),
    )


def invalid() -> list[QuizAction]:
    """Actions that waste a turn."""
    return [QuizAction(), QuizAction(consult="A", answer="A"), QuizAction(consult="B", answer="C")]


def secrets(env: Any) -> list[str]:
    """Nothing: the name of the right bird stands among the three."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to earn more without an answer."""
    yield "reads-for-ever", lambda env, seen: QuizAction(consult="A")
    yield "both", lambda env, seen: QuizAction(consult="A", answer="B")
    yield "claims", lambda env, seen: QuizAction(metadata={"right": True, "reward": 1.0})
