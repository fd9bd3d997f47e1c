"""Evidence from the author of the wheel."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import CipherWheelAction, CipherWheelObservation
from .wheel import WORDS, decrypt

Policy = Callable[[Any, CipherWheelObservation], CipherWheelAction]

declared = {"max_steps": 1, "success_reward": 1.0, "levels": (1, 2, 3)}


def oracle(env: Any, observation: CipherWheelObservation) -> CipherWheelAction:
    """Turn the wheel back."""
    plain = decrypt(observation.cipher, observation.crib, observation.turn)
    return CipherWheelAction(plain=plain)


def null(env: Any, observation: CipherWheelObservation) -> CipherWheelAction:
    """No answer."""
    return CipherWheelAction(plain="")


def actions() -> st.SearchStrategy[CipherWheelAction]:
    """Words, and other texts."""
    words = st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join)
    return st.one_of(words, words, st.text(max_size=40)).map(
        lambda text: CipherWheelAction(plain=text)
    )


def invalid() -> list[CipherWheelAction]:
    """Answers without letters."""
    return [CipherWheelAction(plain=text) for text in ("", " ", "123", "?!", "éß")]


def secrets(env: Any) -> list[str]:
    """None that could not be found from the observation."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Answers without decryption."""
    yield "echo", lambda env, seen: CipherWheelAction(plain=seen.cipher)
    yield "crib", lambda env, seen: CipherWheelAction(plain=seen.crib)
    yield "all-e", lambda env, seen: CipherWheelAction(plain="e" * 30)
    yield "claims", lambda env, seen: CipherWheelAction(metadata={"letters": 1.0, "reward": 1.0})
