"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import QuizAction, QuizObservation
from .quiz_round import QUESTIONS
from .words import LETTERS, MEANINGS

Policy = Callable[[Any, QuizObservation], QuizAction]

declared = {"max_steps": QUESTIONS, "success_reward": 1.0, "levels": tuple(MEANINGS)}

_DICTIONARY = {meaning: word for words in MEANINGS.values() for word, meaning in words.items()}


def oracle(env: Any, observation: QuizObservation) -> QuizAction:
    """Look the definition up in the dictionary."""
    wanted = _DICTIONARY[observation.definition]
    [letter] = [letter for letter, word in observation.words.items() if word == wanted]
    return QuizAction(letter=letter)


def null(env: Any, observation: QuizObservation) -> QuizAction:
    """Answer nothing."""
    return QuizAction(letter="")


def actions() -> st.SearchStrategy[QuizAction]:
    """Letters, and other short strings."""
    return st.one_of(st.sampled_from(LETTERS), st.text(max_size=3)).map(
        lambda letter: QuizAction(letter=letter)
    )


def invalid() -> list[QuizAction]:
    """Answers that are no letter of a word."""
    return [QuizAction(letter=letter) for letter in ("", "I", "AB", "1", "A B C", "any")]


def secrets(env: Any) -> list[str]:
    """The right word is among the words to choose from, so no text has to stay hidden."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to earn reward without knowing a word."""
    yield "all-letters", lambda env, seen: QuizAction(letter=LETTERS)
    yield "word", lambda env, seen: QuizAction(letter=next(iter(seen.words.values()))[:16])
    yield "claims", lambda env, seen: QuizAction(metadata={"right": 5})
