"""Reward: every reward is a finite number in the declared range, and cannot grow without end."""

from __future__ import annotations

import math

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check, each_episode
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_NO_RANGE = "no range is declared: write validation.reward.range in openenv.yaml"


@each_episode("runtime.reward_well_formed", odd_actions=True, long_episodes=True)
def well_formed(context: CheckContext, episode: Episode) -> None:
    for number, response in enumerate(context.play(episode)):
        if number == 0 or response.data is None:
            continue
        if isinstance(response.raw, tuple) and response.reward is None:
            raise NotApplicable("step() returns a tuple: see contract.observation_type")
        problem = _malformed(response)
        if problem:
            example = Episode(episode.calls[: number + 1], episode.label)
            raise PropertyViolated(f"the reward of step {number} is {problem}", example)


def _malformed(response: Response) -> str:
    """What is wrong with the reward; empty if it is a number, or missing in a tool message."""
    value = response.reward
    data = response.data or {}
    if value is None:
        if "tools" in data or "tool_name" in data or data.get("error"):
            return ""
        return "None"
    if isinstance(value, bool):
        return f"{value}, a bool"
    if not isinstance(value, int | float):
        return f"{value!r}, a {type(value).__name__}"
    return "" if math.isfinite(value) else str(value)


@each_episode("reward.in_range", odd_actions=True, long_episodes=True)
def in_range(context: CheckContext, episode: Episode) -> None:
    low, high = context.declared.low, context.declared.high
    if low is None or high is None:
        raise NotApplicable(_NO_RANGE)
    for number, response in enumerate(context.play(episode)):
        value = response.reward
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if number and is_number and not low - 1e-9 <= value <= high + 1e-9:
            example = Episode(episode.calls[: number + 1], episode.label)
            raise PropertyViolated(
                f"step {number} pays {value}, the declared range is {low}..{high}", example
            )


@check("reward.bounded_farming")
def bounded_farming(context: CheckContext) -> None:
    context.require_capability_absent("continuing", "the reward of a continuing task is per step")
    length = 400 if context.declared.max_steps is None else context.declared.max_steps
    ceiling = context.declared.success or context.declared.high or 1.0
    for action in context.until_budget(context.pool[:16], least=6):
        episode = Episode.of(context.seeds[0], [action] * length, "repetition")
        trace = context.play(episode)
        rewards = [response.numeric_reward for response in trace[1:]]
        if not trace[-1].done and len(rewards) >= 20:
            second_half = rewards[len(rewards) // 2 :]
            if min(second_half) > 0 and sum(rewards) > ceiling:
                example = Episode(episode.calls[:12], "repetition, and so on")
                earned = f"{sum(rewards):.3g} in {len(rewards)} steps"
                raise PropertyViolated(
                    f"repeating one action earns {earned}, and the episode continues", example
                )


@check("reward.return_in_range")
def return_in_range(context: CheckContext) -> None:
    low, high = context.declared.low, context.declared.high
    if low is None or high is None:
        raise NotApplicable(_NO_RANGE)
    context.require_capability_absent("continuing", "the reward of a continuing task is per step")
    if context.declared.success is not None and context.declared.success > high:
        raise NotApplicable("success_reward is above the range, so the range is that of a step")
    for rollout in [
        *context.survey.solutions,
        *context.survey.null_rollouts,
        *context.survey.random_rollouts,
    ]:
        if not rollout.error and not low - 1e-6 <= rollout.total <= high + 1e-6:
            text = f"an episode earns {rollout.total:.4g}, the declared range is {low:g}..{high:g}"
            times = sum(reward >= high - 1e-6 for reward in rollout.rewards)
            if high > 0 and times > 1:
                text += f": the highest reward, {high:g}, is paid in {times} of its steps"
            raise PropertyViolated(text, rollout.episode("episode"))
