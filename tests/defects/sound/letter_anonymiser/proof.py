"""Evidence from the author: how a letter is anonymised, and what must earn nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .letters import PEOPLE
from .models import LetterAction, LetterObservation

Policy = Callable[[Any, LetterObservation], LetterAction]

declared = {
    "max_steps": 1,
    "success_reward": 1.0,
    "levels": (1, 2, 3),
    "options": {"split": ["train", "test"]},
}


def oracle(env: Any, seen: LetterObservation) -> LetterAction:
    """Replaces the identifiers, which it takes from inside the environment."""
    text = "".join("[REMOVED]" if hidden else piece for piece, hidden in env.pieces())
    return LetterAction(text=text)


def null(env: Any, seen: LetterObservation) -> LetterAction:
    """Returns nothing."""
    return LetterAction(text="")


def actions() -> st.SearchStrategy[LetterAction]:
    """Texts of words, names and placeholders."""
    words = st.sampled_from(
        [
            "[NAME]",
            "[REMOVED]",
            "Dear Dr",
            "Re:",
            "born",
            *(name for pair in PEOPLE["train"] for name in pair),
        ]
    )
    return st.one_of(st.lists(words, max_size=12).map(" ".join), st.text(max_size=60)).map(
        lambda text: LetterAction(text=text)
    )


def invalid() -> list[LetterAction]:
    """Answers that can never be right."""
    return [
        LetterAction(text=text) for text in ("", "[REMOVED]", "[NAME] " * 40, "I cannot do this.")
    ]


def secrets(env: Any) -> list[str]:
    """The letter itself is shown; nothing else is secret."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Ways to be paid without reading the letter."""
    yield "unchanged", lambda env, seen: LetterAction(text=seen.letter)
    yield "no-words-left", lambda env, seen: LetterAction(text="[REMOVED] " * seen.identifiers)
    yield (
        "names-in-brackets",
        lambda env, seen: LetterAction(
            text="".join(f"[{piece}]" if hidden else piece for piece, hidden in env.pieces())
        ),
    )
