"""The author's evidence for the mixer."""

from typing import Any

from mixer_env import MixAction, MixEnv

declared = {"max_steps": 6, "reward_range": (-1.8, 1.0), "success_reward": 0.85}


def oracle(env: MixEnv, seen: Any) -> MixAction:
    """Pours what is wanted."""
    return MixAction(pour=env._wanted.model_copy(), keep=True)


def null(env: MixEnv, seen: Any) -> MixAction:
    """Hands in an empty pot."""
    return MixAction(pour={}, keep=True)
