"""Train on an environment with TRL's `GRPOTrainer`, by tool calls, as text, or by a reward alone.

For models whose chat template supports tools:

    env = open_environment("envs/wordle")
    rewards = reward_funcs(env)
    GRPOTrainer(model, reward_funcs=rewards, environment_factory=environment_factory(env),
                args=GRPOConfig(reward_weights=rewards.weights, ...), train_dataset=dataset)

For other models, and whenever the environment should end the episode, give TRL
`rollout_func=rollout_func(env)` instead. For a dataset of programming tasks without an environment,
`reward_funcs=code_reward()`. docs/training-with-trl.md is the guide.

An environment is given as a folder, `module:Class`, a class, or the URL of a server; it may use
this SDK or OpenEnv alone. Each row of the dataset states its episode (`seed`, `level`, ...), so
that a whole group plays the same one.

The first reward function is the return of the episode and has weight 1; the others have weight 0
and log one column each, so that the reward reaches the loss exactly once. For an episode that the
environment failed they return None, which TRL leaves out of the group's baseline.

Names are loaded when they are first used: `code_reward` works without OpenEnv.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hallmark_rl.sdk.adapters.code_reward import check_code_rows, code_reward
    from hallmark_rl.sdk.adapters.episode_rewards import reward_funcs
    from hallmark_rl.sdk.adapters.playable import EnvironmentLike, Playable, open_environment
    from hallmark_rl.sdk.adapters.text_rollout import rollout_func
    from hallmark_rl.sdk.adapters.tool_environment import environment_factory
    from hallmark_rl.sdk.adapters.weighted_functions import RewardFunctions

__all__ = [
    "EnvironmentLike",
    "Playable",
    "RewardFunctions",
    "check_code_rows",
    "code_reward",
    "environment_factory",
    "open_environment",
    "reward_funcs",
    "rollout_func",
]

_MODULES = {
    "EnvironmentLike": "playable",
    "Playable": "playable",
    "RewardFunctions": "weighted_functions",
    "check_code_rows": "code_reward",
    "code_reward": "code_reward",
    "environment_factory": "tool_environment",
    "open_environment": "playable",
    "reward_funcs": "episode_rewards",
    "rollout_func": "text_rollout",
}


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        module = importlib.import_module(f"hallmark_rl.sdk.adapters.{_MODULES[name]}")
        return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
