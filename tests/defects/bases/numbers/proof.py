"""The author's evidence for the numbers."""

from typing import Any

from hypothesis import strategies as st
from models import NumbersAction

declared = {"max_steps": 6, "success_reward": 1.0, "levels": (1, 2, 3)}


def oracle(env: Any, observation: Any) -> NumbersAction:
    """Knows the number."""
    return NumbersAction(number=env.reveal().number.reveal())


def null(env: Any, observation: Any) -> NumbersAction:
    """Guesses 0."""
    return NumbersAction(number=0)


def actions() -> st.SearchStrategy[NumbersAction]:
    """Numbers of every level."""
    return st.builds(NumbersAction, number=st.integers(0, 120))


def invalid() -> list[NumbersAction]:
    """Numbers that are never hidden."""
    return [NumbersAction(number=number) for number in (0, 100, 500, 999)]


def secrets(env: Any) -> list[str]:
    """The number."""
    return [str(env.reveal().number.reveal())]
