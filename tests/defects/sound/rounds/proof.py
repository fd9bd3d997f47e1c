"""The author's evidence for the rounds."""

from typing import Any

from env import RoundAction

declared = {"max_steps": 3}


def oracle(env: Any, observation: Any) -> RoundAction:
    """Knows the shortest plan."""
    return RoundAction(order=env._plan)


def null(env: Any, observation: Any) -> RoundAction:
    """Stays at home."""
    return RoundAction(order=[])
