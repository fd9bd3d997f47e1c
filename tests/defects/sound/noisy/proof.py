"""The author's evidence for the noisy question."""

from typing import Any

from env import NoisyAction

declared = {"max_steps": 1}


def oracle(env: Any, observation: Any) -> NoisyAction:
    """Knows the answer."""
    return NoisyAction(answer=max(env._numbers))


def null(env: Any, observation: Any) -> NoisyAction:
    """Says the smaller number."""
    return NoisyAction(answer=min(env._numbers))
