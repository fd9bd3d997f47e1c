"""The author's evidence for the bandit."""

from typing import Any

from env import BanditAction

declared = {"max_steps": 10, "stochastic": True, "reward_range": (-0.1, 1.0)}


def oracle(env: Any, observation: Any) -> BanditAction:
    """Pulls the arm that shines."""
    return BanditAction(arm=env._good)
