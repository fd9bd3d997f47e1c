"""The author's evidence for the arms: the best arm, which may still be unlucky."""

from typing import Any

from env import ARMS, ArmsAction

declared = {"max_steps": 8}


def oracle(env: Any, observation: Any) -> ArmsAction:
    """Pulls the arm with the highest chance."""
    return ArmsAction(arm=max(range(ARMS), key=lambda arm: env._chances[arm]))


def null(env: Any, observation: Any) -> ArmsAction:
    """Pulls the worst arm."""
    return ArmsAction(arm=min(range(ARMS), key=lambda arm: env._chances[arm]))
