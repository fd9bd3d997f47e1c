"""Evidence from the author: how a crossword is solved, and what must earn nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import CrosswordFillAction, CrosswordFillObservation
from .puzzles import CLUES, LEVELS

Policy = Callable[[Any, CrosswordFillObservation], CrosswordFillAction]

declared = {"max_steps": 12, "success_reward": 1.0, "levels": tuple(LEVELS), "deterministic": True}

_WORDS = {clue: word for word, clue in CLUES.items()}


def oracle(env: Any, observation: CrosswordFillObservation) -> CrosswordFillAction:
    """Knows the word of each clue, and writes the first that is not complete."""
    for entry in observation.entries:
        across = entry.name.endswith("A")
        letters = [
            observation.grid[entry.row + (0 if across else k)][entry.column + (k if across else 0)]
            for k in range(entry.length)
        ]
        if "." in letters:
            return CrosswordFillAction(entry=entry.name, word=_WORDS[entry.clue])
    return CrosswordFillAction()


def null(env: Any, observation: CrosswordFillObservation) -> CrosswordFillAction:
    """Writes nothing."""
    return CrosswordFillAction()


def actions() -> st.SearchStrategy[CrosswordFillAction]:
    """Words of other crosswords, and other texts."""
    words = st.one_of(st.sampled_from(sorted(CLUES)), st.text(max_size=6))
    entries = st.sampled_from(["1A", "1D", "2D", "3D", "4D", "9A"])
    return st.builds(CrosswordFillAction, entry=entries, word=words)


def invalid() -> list[CrosswordFillAction]:
    """Words that cannot be written."""
    pairs = (("", "pear"), ("9A", "pear"), ("1A", "x"), ("1A", "123456"), ("1D", "averylongword"))
    return [CrosswordFillAction(entry=entry, word=word) for entry, word in pairs]


def secrets(env: Any) -> list[str]:
    """The word across until it is written; the shorter ones may be parts of words in the clues."""
    across = env._slots["1A"]
    return [] if env._is_right(across) else [across.word]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Turns without a right word."""
    yield "vowels", lambda env, seen: CrosswordFillAction(entry="1A", word="aeioua")
    yield "rub out", lambda env, seen: CrosswordFillAction(entry="1A")
    yield (
        "the clue",
        lambda env, seen: CrosswordFillAction(entry="1A", word=seen.entries[0].clue[:6]),
    )
