"""The author's evidence for the translations."""

from collections.abc import Callable
from typing import Any

from env import WORDS, PolyglotAction
from training import ROWS, short, translated

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


def reward_functions() -> list[Callable[..., list[float]]]:
    """What pays in training."""
    return [translated, short]


def rows() -> list[dict[str, Any]]:
    """The data set."""
    return ROWS


def completion(row: dict[str, Any]) -> str:
    """The right one."""
    return str(row["accepted"][0])
