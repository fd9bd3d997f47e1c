"""Evidence from the author."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .letters import FIRST, LAST, MONTHS, OFFICIALS, STREETS
from .models import LetterObservation, RedactAction

Policy = Callable[[Any, LetterObservation], RedactAction]

declared = {
    "max_steps": 1,
    "success_reward": 1.0,
    "deterministic": True,
    "concurrent_sessions": True,
    "levels": (1, 2, 3),
    "options": {"form": ["letter", "memo"]},
}

_PERSONAL = re.compile(
    rf"(?:{'|'.join(FIRST)}) (?:{'|'.join(LAST)})"
    rf"|\d+ (?:{'|'.join(STREETS)})"
    r"|0\d+-\d+-\d+"
    r"|[a-z]+\.[a-z]+@example\.org"
)
_BIRTH = re.compile(rf"born (\d+ (?:{'|'.join(MONTHS)}) \d{{4}})")


def oracle(env: Any, seen: LetterObservation) -> RedactAction:
    """Find the personal data by their form; the letter is all it needs."""
    found = {*_PERSONAL.findall(seen.letter), *_BIRTH.findall(seen.letter)}
    return RedactAction(passages=sorted(found))


def null(env: Any, seen: LetterObservation) -> RedactAction:
    """Publish the letter as it is."""
    return RedactAction()


def actions() -> st.SearchStrategy[RedactAction]:
    """Passages that may occur in a letter, and others."""
    words = st.sampled_from([*FIRST, *LAST, *STREETS, *OFFICIALS, "example.org", "file", "born"])
    passages = st.lists(st.one_of(words, st.text(max_size=12)), max_size=4)
    return passages.map(lambda passages: RedactAction(passages=passages))


def invalid() -> list[RedactAction]:
    """Answers that black out nothing, or only what is public."""
    return [
        RedactAction(),
        RedactAction(passages=["", " "]),
        RedactAction(passages=["zzzz"]),
        RedactAction(passages=list(OFFICIALS)),
    ]


def secrets(env: Any) -> list[str]:
    """Nothing is hidden: the task is to see what the letter shows."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Answers that ignore what is personal."""
    yield "officials", lambda env, seen: RedactAction(passages=list(OFFICIALS))
    yield "vowels", lambda env, seen: RedactAction(passages=list("aeiou"))
    yield "claims", lambda env, seen: RedactAction(metadata={"published": "clean"})
