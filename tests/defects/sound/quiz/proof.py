"""The author's evidence for the quiz."""

from typing import Any

from models import QuizAction


def oracle(env: Any, observation: Any) -> QuizAction:
    """Knows how to add."""
    return QuizAction(text=str(sum(env._terms)))
