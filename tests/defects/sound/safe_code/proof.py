"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from hypothesis import strategies as st

from .models import CodeAction, CodeObservation
from .server.safe_code_environment import feedback

Policy = Callable[[Any, CodeObservation], CodeAction]

declared = {"max_steps": 12, "success_reward": 1.0, "options": {"level": ["repeats", "distinct"]}}
_CODES = ["".join(letters) for letters in product("ABCDEF", repeat=4)]


def oracle(env: Any, observation: CodeObservation) -> CodeAction:
    """Begins with AABC, and goes on with codes that agree with all answers."""
    fits = _CODES
    if not observation.history:
        return CodeAction(guess="AABC")
    for line in observation.history:
        guess, answer = line.split(": ")
        fits = [code for code in fits if "{}, {}".format(*feedback(code, guess)) == answer]
    return CodeAction(guess=fits[len(fits) // 2])


def null(env: Any, observation: CodeObservation) -> CodeAction:
    """Says nothing."""
    return CodeAction()


def actions() -> st.SearchStrategy[CodeAction]:
    """Guesses good and bad."""
    return st.builds(CodeAction, guess=st.text("ABCDEFG", min_size=3, max_size=5))


def invalid() -> list[CodeAction]:
    """Guesses that are none."""
    return [
        CodeAction(),
        CodeAction(guess="ABC"),
        CodeAction(guess="ABCG"),
        CodeAction(guess="ABCDE"),
    ]


def secrets(env: Any) -> list[str]:
    """The code."""
    return [env._code]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Guesses without thinking."""
    yield "all", lambda env, seen: CodeAction(guess="ABCDEF")
    yield "same", lambda env, seen: CodeAction(guess="AAAA")
