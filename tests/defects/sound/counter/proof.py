"""The author's evidence for counting."""

from typing import Any

from env import CounterAction

declared = {"max_steps": 12, "success_reward": 1.0, "reward_range": (0.0, 1.0)}


def oracle(env: Any, observation: Any) -> CounterAction:
    """As far as possible."""
    return CounterAction(by=min(9, observation.goal - observation.count))


def null(env: Any, observation: Any) -> CounterAction:
    """Stays."""
    return CounterAction(by=0)
