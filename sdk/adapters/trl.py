"""TRL's `GRPOTrainer` on a verified environment, in either of its two ways.

Models with a tool-calling template:

    GRPOTrainer(model, reward_funcs=reward_functions(WordleEnvironment.reward),
                environment_factory=tool_environment(WordleEnvironment, tool="guess"), args=...)

Text models (the environment ends the episode, no template is needed):

    GRPOTrainer(model, reward_funcs=reward_functions(WordleEnvironment.reward),
                rollout_func=text_rollout(WordleEnvironment, text), args=...)

with `args.reward_weights = reward_weights(WordleEnvironment.reward)`. The first reward function is
the return of the episode, the only one that is paid; the others log one column each. An episode
that the environment failed gives None, which TRL leaves out of the baseline: it is not a zero. One
that the model walked away from is charged as if its last action had been refused: the least step
reward, and every outcome at its lowest.

Each row of the dataset says which episode it is about, so that a group plays one:
`tool_environment` reads the columns that `reset` knows (`seed`, `split`, `index`, `level`...),
`text_rollout` the `task` of the prompt's last message: `{"role": "user", "content": "", "task":
{"seed": 3}}`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hallmark_rl.sdk.adapters.episode_totals import Tally
from hallmark_rl.sdk.adapters.text_rollout import text_rollout
from hallmark_rl.sdk.environment.base import VerifiedEnvironment
from hallmark_rl.sdk.environment.episode import TASK_OPTIONS
from hallmark_rl.sdk.environment.rewards import Column, Reward

__all__ = ["reward_functions", "reward_weights", "text_rollout", "tool_environment"]

RewardFunction = Callable[..., list[float | None]]
Render = Callable[[Any], str]


def reward_functions(reward: Reward) -> list[RewardFunction]:
    """The return of an episode, then one function per column (its mean over the steps)."""
    least = reward.step_range[0]
    return [
        _function("episode_return", lambda tally: tally.paid(unfinished=least)),
        *(_function(column.name, _mean(column)) for column in reward.columns),
    ]


def reward_weights(reward: Reward) -> list[float]:
    """TRL's weights for `reward_functions`: the return is paid, the columns are logged."""
    return [1.0, *(0.0 for _ in reward.columns)]


def tool_environment(
    env_class: type[VerifiedEnvironment[Any, Any, Any, Any]],
    *,
    tool: str = "act",
    render: Render | None = None,
) -> type[Any]:
    """A class for TRL's `environment_factory`: `reset`, and one typed tool that plays an action.

    The tool's arguments are the fields of the action. `render` turns an observation into the text
    that the model sees (by default its JSON, without what is only for the trainer).
    """
    shown = render or _as_json

    class ToolEnvironment:
        """One episode after another on one instance."""

        def __init__(self) -> None:
            self._env = env_class()
            self.tally = Tally()

        def reset(self, **row: Any) -> str:
            known = {"seed", "episode_id", *TASK_OPTIONS, *env_class.options}
            seen = self._env.reset(**{name: row[name] for name in row if name in known})
            self.tally = Tally()
            self.tally.note(seen)
            return _told(seen, shown)

    def play(self: Any, **fields: Any) -> str:
        try:
            action = env_class.action_type(**fields)
        except ValueError as error:  # pydantic's, for arguments of the wrong type
            return f"This is no action: {error}"
        seen = self._env.step(action)
        self.tally.note(seen)
        return _told(seen, shown)

    _describe(play, tool, env_class)
    setattr(ToolEnvironment, tool, play)
    return ToolEnvironment


def _describe(
    play: Any, tool: str, env_class: type[VerifiedEnvironment[Any, Any, Any, Any]]
) -> None:
    """Give the tool the name, signature and docstring that its schema is made from."""
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
    play.__doc__ = "\n".join([*lines, "", "Returns:", "    What is seen after it."])
    play.__signature__ = inspect.Signature(parameters, return_annotation=str)
    play.__annotations__ = {name: info.annotation for name, info in fields.items()} | {
        "return": str
    }


def _told(seen: Any, shown: Render) -> str:
    if seen.error is not None:
        return str(seen.error.message)
    return shown(seen) + ("\nThe episode is over." if seen.done else "")


def _as_json(seen: Any) -> str:
    hidden = {"metadata", "columns", "reward", "success", "score", "error", "done"}
    return str(seen.model_dump_json(exclude=hidden))


def _function(name: str, value: Callable[[Tally], float | None]) -> RewardFunction:
    def function(
        completions: Sequence[Any],
        environments: Sequence[Any] | None = None,
        tally: Sequence[Mapping[str, Any]] | None = None,
        **_: Any,
    ) -> list[float | None]:
        if environments is not None:
            tallies = [environment.tally for environment in environments]
        elif tally is not None:
            tallies = [Tally.from_dict(each) for each in tally]
        else:
            raise ValueError(f"{name}: neither tool_environment nor text_rollout played this batch")
        if len(tallies) != len(completions):
            raise ValueError(f"{name}: {len(completions)} completions, {len(tallies)} episodes")
        return [value(each) for each in tallies]

    function.__name__ = name
    return function


def _mean(column: Column) -> Callable[[Tally], float | None]:
    least = column.range[0] if column.kind == "outcome" else None
    return lambda tally: tally.mean(column.name, unfinished=least)
