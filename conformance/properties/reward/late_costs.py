"""Reward: an episode in which nothing changes does not begin to cost after many steps."""

from __future__ import annotations

import re
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.diff import content_text
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_MOST_STEPS = 300
_FREE_STEPS = 8
"""Equal rewards at the beginning after which a change is late."""
_COSTLY_STEPS = 3


@check("reward.late_costs")
def late_costs(context: CheckContext) -> None:
    """Repeat one action while the observation, but for its numbers, stays the same."""
    context.require_capability_absent("stochastic", "rewards depend on chance")
    limit = min(context.declared.max_steps or _MOST_STEPS, _MOST_STEPS)
    limit = min(limit, int(1.0 / max(context.survey.step_s, 1e-4)))
    idle = [action for rollout in context.survey.null_rollouts for action in rollout.actions[:1]]
    unchanged = 0
    for action in context.until_budget([*idle[:1], *context.pool[:4]], least=3):
        found: list[tuple[Episode, int, float]] = []
        for seed in context.seeds[:2]:
            episode = Episode.of(seed, [action] * limit, "repetition")
            trace = context.play(episode)
            # The first step may change something, and the last one may be graded.
            texts = [_without_numbers(response.data) for response in trace[2:-1]]
            rewards = [response.numeric_reward for response in trace[2:-1]]
            if len(set(texts)) != 1 or len(rewards) < _FREE_STEPS + _COSTLY_STEPS:
                break
            unchanged += 1
            place = next((i for i, reward in enumerate(rewards) if reward < rewards[0] - 1e-9), 0)
            later = rewards[place : place + _COSTLY_STEPS]
            if place < _FREE_STEPS or any(reward >= rewards[0] - 1e-9 for reward in later):
                break
            if len(set(rewards[:place])) > 1 or len(later) < _COSTLY_STEPS:
                break
            example = Episode(episode.calls[: place + 6], "late cost")
            found.append((example, place, later[0]))
        if len(found) == 2:
            example, place, reward = found[0]
            raise PropertyViolated(
                f"repeating an action that changes nothing earns less from step {place + 2} on: "
                f"{reward:.4g}",
                example,
            )
    if not unchanged:
        raise NotApplicable("no action leaves the observation as it is for many steps")


def _without_numbers(data: Any) -> str:
    """A message without its numbers and its reward, as text."""
    kept = {key: value for key, value in (data or {}).items() if key not in ("reward", "metadata")}
    return re.sub(r"\d+(\.\d+)?", "0", content_text(kept))
