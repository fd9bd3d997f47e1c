"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from .club import shifted
from .models import CipherClubAction, CipherClubObservation

declared = {"max_steps": 4, "success_reward": 1.0, "options": {"split": ["train", "test"]}}


def oracle(env: Any, observation: CipherClubObservation) -> CipherClubAction:
    """Finds the key from the two solved messages."""
    keys = []
    for line in observation.board.split("\n")[:2]:
        coded, plain = line.split(". ")[1].split(" = ")
        keys.append(ord(coded[0]) - ord(plain[0]))
    number = int(observation.board.split("\n")[-1].split(".")[0])
    key = keys[0] + (number - 1) * (keys[1] - keys[0])
    return CipherClubAction(text=shifted(observation.message, -key))


def null(env: Any, observation: CipherClubObservation) -> CipherClubAction:
    """Says nothing."""
    return CipherClubAction()


def actions() -> st.SearchStrategy[CipherClubAction]:
    """Any texts."""
    return st.builds(CipherClubAction, text=st.text(max_size=60))


def invalid() -> list[CipherClubAction]:
    """Every text is an answer."""
    return []


def secrets(env: Any) -> list[str]:
    """Plain texts that are not solved yet."""
    return list(env._meeting.plain[env._number :])


def exploits() -> Iterator[tuple[str, Any]]:
    """Repeats the message."""
    yield "echo", lambda env, seen: CipherClubAction(text=seen.message)
