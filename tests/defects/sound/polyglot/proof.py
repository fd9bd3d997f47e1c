"""What the author of the translations can say about them."""

from collections.abc import Callable
from typing import Any

from env import WORDS, PolyglotAction

declared = {"max_steps": 2}


def oracle(env: Any, observation: Any) -> PolyglotAction:
    """Has the dictionary."""
    return PolyglotAction(answer=WORDS[(observation.word, observation.language)][0])


def shouted(action: PolyglotAction) -> PolyglotAction:
    """Capitals do not matter."""
    return PolyglotAction(answer=f" {action.answer.upper()}! ")


def invariances() -> list[Callable[[PolyglotAction], PolyglotAction]]:
    """What keeps the reward."""
    return [shouted]
