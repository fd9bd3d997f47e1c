"""Reward functions for TRL that read the episodes which an adapter has played."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hallmark_rl.sdk.adapters.episode_totals import EpisodeTotals
from hallmark_rl.sdk.adapters.playable import EnvironmentLike, open_environment
from hallmark_rl.sdk.adapters.weighted_functions import RewardFunction, RewardFunctions


def reward_funcs(*environments: EnvironmentLike, columns: Sequence[str] = ()) -> RewardFunctions:
    """Make the functions for TRL's `reward_funcs`.

    Args:
        *environments: what is trained on; their declared reward columns are logged.
        columns: further columns to log, for a server whose declaration is not known.

    Returns:
        One function for the return of the episode and one for each column, which gives the mean
        over the steps at which the column was evaluated. Called with the keyword arguments that TRL
        passes, each returns a list with one number, or None, for each completion. None means that
        the environment failed, or that the column was never evaluated. `weights` of the list
        belongs into `GRPOConfig(reward_weights=...)`.

        An episode that the model did not finish is scored as if its last action had been refused:
        with the lowest step reward, and the lowest value of every outcome. An environment without a
        declared reward is paid its step rewards.

    Raises:
        SubjectError: an environment cannot be loaded.
        ValueError: when a function is called for a batch that neither `environment_factory` nor
            `rollout_func` played.
    """
    declared = [open_environment(environment).reward for environment in environments]
    names = [column.name for reward in declared if reward is not None for column in reward.columns]
    names += columns
    functions = [(_function("episode_return", EpisodeTotals.episode_return), 1.0)]
    functions += [(_function(name, _mean(name)), 0.0) for name in dict.fromkeys(names)]
    return RewardFunctions(functions)


def _function(name: str, value: Callable[[EpisodeTotals], float | None]) -> RewardFunction:
    def function(
        completions: Sequence[Any],
        environments: Sequence[Any] | None = None,
        episode_totals: Sequence[Mapping[str, Any]] | None = None,
        **_: Any,
    ) -> list[float | None]:
        if environments is not None:
            all_totals = [environment.totals for environment in environments]
        elif episode_totals is not None:
            all_totals = [EpisodeTotals.from_dict(data) for data in episode_totals]
        else:
            raise ValueError(
                f"{name}: neither environment_factory nor rollout_func played this batch"
            )
        if len(all_totals) != len(completions):
            raise ValueError(f"{name}: {len(completions)} completions, {len(all_totals)} episodes")
        return [value(totals) for totals in all_totals]

    function.__name__ = name
    return function


def _mean(column: str) -> Callable[[EpisodeTotals], float | None]:
    return lambda totals: totals.mean(column)
