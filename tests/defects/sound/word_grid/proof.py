"""Evidence from the author of the crosswords."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .crossword import WORDS, fill
from .models import WordGridAction, WordGridObservation

Policy = Callable[[Any, WordGridObservation], WordGridAction]

declared = {"max_steps": 1, "success_reward": 1.0, "levels": (1, 2, 3)}


def oracle(env: Any, observation: WordGridObservation) -> WordGridAction:
    """Backtrack over the words of the list."""
    return WordGridAction(words=fill(observation.slots, observation.words) or {})


def null(env: Any, observation: WordGridObservation) -> WordGridAction:
    """Leave the diagram empty."""
    return WordGridAction()


def actions() -> st.SearchStrategy[WordGridAction]:
    """Words in slots."""
    names = st.sampled_from(("A1", "A5", "D1", "D3", "D5"))
    return st.dictionaries(names, st.sampled_from(WORDS), max_size=5).map(
        lambda words: WordGridAction(words=words)
    )


def invalid() -> list[WordGridAction]:
    """Not fillings."""
    return [
        WordGridAction(),
        WordGridAction(words={"A9": "APPLE"}),
        WordGridAction(words={"A1": ""}),
    ]


def secrets(env: Any) -> list[str]:
    """None: every filling that fits will do."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Fillings without crossings."""
    yield (
        "one-word",
        lambda env, seen: WordGridAction(words=dict.fromkeys(seen.slots, seen.words[0])),
    )
    yield (
        "blanks",
        lambda env, seen: WordGridAction(words=dict.fromkeys(seen.slots, ".....")),
    )
