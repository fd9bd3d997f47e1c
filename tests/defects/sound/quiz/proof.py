"""What the author of the quiz can say about it."""

from typing import Any

from models import QuizAction


def oracle(env: Any, observation: Any) -> QuizAction:
    """Knows how to add."""
    return QuizAction(text=str(sum(env._terms)))
