"""Train on a verified environment with TRL's `GRPOTrainer`, through tool calls or as text.

For models with a chat template that supports tools:

    GRPOTrainer(model, reward_funcs=reward_functions(WordleEnvironment.reward),
                environment_factory=tool_environment(WordleEnvironment, tool="guess"), args=...)

For other models:

    GRPOTrainer(model, reward_funcs=reward_functions(WordleEnvironment.reward),
                rollout_func=text_rollout(WordleEnvironment, text), args=...)

In both cases set `args.reward_weights = reward_weights(WordleEnvironment.reward)`. The first reward
function is the return of the episode and has weight 1; the others have weight 0 and log one column
each. For an episode that the environment failed they return None, which TRL leaves out of the
group's baseline. An episode that the model did not finish is scored as if its last action had been
refused: with the lowest step reward, and the lowest value of every outcome.

Each row of the dataset states its episode, so that a whole group plays the same one.
`tool_environment` reads the dataset's columns that `reset` accepts (`seed`, `split`, `index`,
`level`...). `text_rollout` reads `task` in the last message of the prompt, for example
`{"role": "user", "content": "", "task": {"seed": 3}}`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hallmark_rl.sdk.adapters.episode_totals import EpisodeTotals
from hallmark_rl.sdk.adapters.text_rollout import text_rollout
from hallmark_rl.sdk.environment.base import VerifiedEnvironment
from hallmark_rl.sdk.environment.episode import TASK_OPTIONS
from hallmark_rl.sdk.environment.rewards import Column, Reward

__all__ = ["reward_functions", "reward_weights", "text_rollout", "tool_environment"]

RewardFunction = Callable[..., list[float | None]]
Render = Callable[[Any], str]


def reward_functions(reward: Reward) -> list[RewardFunction]:
    """Make the functions for TRL's `reward_funcs`.

    Args:
        reward: the environment's declared reward.

    Returns:
        One function for the return of the episode and one for each column, which gives the mean
        over the steps at which the column was evaluated. Called with the keyword arguments that TRL
        passes, each returns a list with one number, or None, for each completion. None means that
        the environment failed, or that the column was never evaluated.

    Raises:
        ValueError: when called for a batch that neither `tool_environment` nor `text_rollout`
            played.
    """
    lowest = reward.step_range[0]
    return [
        _function("episode_return", lambda totals: totals.episode_return(unfinished=lowest)),
        *(_function(column.name, _mean(column)) for column in reward.columns),
    ]


def reward_weights(reward: Reward) -> list[float]:
    """Weights for `reward_functions`: 1 for the return, 0 for the columns."""
    return [1.0, *(0.0 for _ in reward.columns)]


def tool_environment(
    env_class: type[VerifiedEnvironment[Any, Any, Any, Any]],
    *,
    tool: str = "act",
    render: Render | None = None,
) -> type[Any]:
    """Make a class for TRL's `environment_factory`, with `reset` and one tool that plays an action.

    Args:
        env_class: the environment to play.
        tool: the name of the tool; its arguments are the fields of the action model.
        render: returns the text that the model sees for an observation; by default the JSON of the
            observation without reward, success, errors and metadata.

    Returns:
        A class with `reset(**row)` and the tool, which both return the text for the model, and with
        `totals`, the `EpisodeTotals` that the reward functions read. The tool returns a message
        if its arguments are not a valid action; the environment is not stepped then.
    """
    to_text = render or _as_json

    class ToolEnvironment:
        """Plays one episode after another; `totals` are those of the current episode."""

        def __init__(self) -> None:
            self._env = env_class()
            self.totals = EpisodeTotals()

        def reset(self, **row: Any) -> str:
            accepted = {"seed", "episode_id", *TASK_OPTIONS, *env_class.options}
            arguments = {name: value for name, value in row.items() if name in accepted}
            observation = self._env.reset(**arguments)
            self.totals = EpisodeTotals()
            self.totals.add(observation)
            return _shown_text(observation, to_text)

    def play(self: Any, **fields: Any) -> str:
        try:
            action = env_class.action_type(**fields)
        except ValueError as error:  # pydantic's, for arguments of the wrong type
            return f"This is not a valid action: {error}"
        observation = self._env.step(action)
        self.totals.add(observation)
        return _shown_text(observation, to_text)

    _describe(play, tool, env_class)
    setattr(ToolEnvironment, tool, play)
    return ToolEnvironment


def _describe(
    play: Any, tool: str, env_class: type[VerifiedEnvironment[Any, Any, Any, Any]]
) -> None:
    """Set the tool's name, signature and docstring, from which TRL makes its schema."""
    fields = {
        name: info
        for name, info in env_class.action_type.model_fields.items()
        if name != "metadata"
    }
    parameters = [inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)]
    lines = [inspect.getdoc(env_class.action_type) or "Play one action.", "", "Args:"]
    for name, info in fields.items():
        default = (
            inspect.Parameter.empty
            if info.is_required()
            else info.get_default(call_default_factory=True)
        )
        parameters.append(
            inspect.Parameter(
                name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=info.annotation
            )
        )
        lines.append(f"    {name}: {info.description or name}")
    play.__name__ = play.__qualname__ = tool
    play.__doc__ = "\n".join([*lines, "", "Returns:", "    The observation after the action."])
    play.__signature__ = inspect.Signature(parameters, return_annotation=str)
    play.__annotations__ = {name: info.annotation for name, info in fields.items()} | {
        "return": str
    }


def _shown_text(observation: Any, render: Render) -> str:
    if observation.error is not None:
        return str(observation.error.message)
    return render(observation) + ("\nThe episode is over." if observation.done else "")


def _as_json(observation: Any) -> str:
    hidden = {"metadata", "columns", "reward", "success", "score", "error", "done"}
    return str(observation.model_dump_json(exclude=hidden))


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
            raise ValueError(f"{name}: neither tool_environment nor text_rollout played this batch")
        if len(all_totals) != len(completions):
            raise ValueError(f"{name}: {len(completions)} completions, {len(all_totals)} episodes")
        return [value(totals) for totals in all_totals]

    function.__name__ = name
    return function


def _mean(column: Column) -> Callable[[EpisodeTotals], float | None]:
    lowest = column.range[0] if column.kind == "outcome" else None
    return lambda totals: totals.mean(column.name, unfinished=lowest)
