"""The author's evidence for the wells."""

from typing import Any

from env import WellAction

declared = {"max_steps": 5, "success_reward": 1.0}


def oracle(env: Any, seen: Any) -> WellAction:
    """Say the true depth, which no reading gives exactly."""
    return WellAction(do="answer", metres=env._depth, confidence=1.0)
