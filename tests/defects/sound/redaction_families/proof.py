"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .letters import LETTERS
from .models import LetterObservation, RedactAction

Policy = Callable[[Any, LetterObservation], RedactAction]

declared = {"max_steps": 1, "success_reward": 1.0, "levels": (1,)}


def oracle(env: Any, observation: LetterObservation) -> RedactAction:
    """Looks the letter up."""
    letter = next(letter for letter in LETTERS if letter.text == observation.letter)
    return RedactAction(passages=list(letter.private))


def null(env: Any, observation: LetterObservation) -> RedactAction:
    """Blacks out nothing."""
    return RedactAction()


def actions() -> st.SearchStrategy[RedactAction]:
    """Some words of some letters."""
    words = sorted({word for letter in LETTERS[:8] for word in letter.text.split()})
    return st.lists(st.sampled_from(words), max_size=4).map(
        lambda passages: RedactAction(passages=passages)
    )


def invalid() -> list[RedactAction]:
    """Passages of no letter."""
    return [RedactAction(passages=["Zanzibar"]), RedactAction(passages=["the", "qwert"])]


def secrets(env: Any) -> list[str]:
    """The letter is shown in full."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Without reading."""
    yield "everything", lambda env, seen: RedactAction(passages=[seen.letter])
    yield "empty passage", lambda env, seen: RedactAction(passages=[""])
    yield (
        "all capitals",
        lambda env, seen: RedactAction(passages=[c for c in "ABCDEFGHKLMR" if c in seen.letter]),
    )
