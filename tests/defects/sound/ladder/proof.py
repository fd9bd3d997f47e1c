"""The author's evidence for the ladder."""

from typing import Any

from env import LadderAction

declared = {"max_steps": 3, "levels": (1, 2, 3)}


def oracle(env: Any, observation: Any) -> LadderAction:
    """Adds up."""
    values = [sum(terms) for terms in env._sums]
    return LadderAction(choice=values.index(max(values)))
