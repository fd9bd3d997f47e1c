"""Evidence from the author: the oracle, policies that must earn nothing, and what is secret."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import SpellingAction, SpellingObservation
from .words import LEVELS, WORDS, distance

Policy = Callable[[Any, SpellingObservation], SpellingAction]

declared = {"max_steps": 1, "success_reward": 1.0, "levels": LEVELS}


def oracle(env: Any, observation: SpellingObservation) -> SpellingAction:
    """The candidate with the fewest edits, from the observation alone."""
    wrong = observation.misspelled
    nearest = min(observation.candidates, key=lambda word: distance(word, wrong))
    return SpellingAction(answer=nearest)


def null(env: Any, observation: SpellingObservation) -> SpellingAction:
    """Answers nothing."""
    return SpellingAction(answer="")


def actions() -> st.SearchStrategy[SpellingAction]:
    texts = st.one_of(st.sampled_from(WORDS), st.text("abcde ", max_size=12))
    return texts.map(lambda text: SpellingAction(answer=text))


def invalid() -> list[SpellingAction]:
    """Answers that are never right."""
    return [SpellingAction(answer=text) for text in ("", " ", "x", "absence calendar", "zzzzzz")]


def secrets(env: Any) -> list[str]:
    """None: the right word is one of the candidates that are shown."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to be paid without deciding for a word."""
    yield "echo", lambda env, seen: SpellingAction(answer=seen.misspelled)
    yield "all candidates", lambda env, seen: SpellingAction(answer=" ".join(seen.candidates)[:80])
