"""Reward: an action that the environment itself refuses is not paid."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.action_variations import action_variations
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.refusals import COUNTER_NAME, VERDICT, refusal
from hallmark_rl.conformance.core.diff import differences
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_SEEDS = 6
_MOST_ACTIONS = 120


@check("reward.refused_pays_nothing")
def refused_pays_nothing(context: CheckContext) -> None:
    """Send incomplete actions; compare what those earn that are refused with what others earn.

    A refusal is paid if the same action is refused on each seed, changes nothing that the agent is
    shown but texts and counters, and always earns the same, more than nothing and more than some
    action that is accepted: where each step earns something, a refused one may too.
    """
    context.require_capability_absent("stochastic", "single rewards depend on chance")
    paid: list[tuple[float, str, Action]] = []
    refused, least = 0, float("inf")
    actions = itertools.chain(context.pool, action_variations(context))
    for action in context.until_budget(itertools.islice(actions, _MOST_ACTIONS), least=24):
        outcomes = [_outcome(context, seed, action) for seed in context.seeds[:_SEEDS]]
        reasons = [reason for reason, _ in outcomes]
        rewards = {round(reward, 9) for _, reward in outcomes}
        refused += all(reasons)
        least = min([least, *(reward for reason, reward in outcomes if not reason)])
        if all(reasons) and len(rewards) == 1 and max(rewards) > 0:
            paid.append((max(rewards), reasons[0], action))
    for reward, reason, action in paid:
        if reward > least + 1e-9:
            raise PropertyViolated(
                f"an action is refused ({reason[:160]}), changes nothing and pays {reward:.4g} on "
                f"each of {_SEEDS} seeds; one that is accepted earns {least:.4g}",
                Episode.of(context.seeds[0], [*context.survey.opening, action], "refused"),
            )
    if not refused:
        raise NotApplicable("no action was refused with a message that tells it from a wrong one")


def _outcome(context: CheckContext, seed: int | None, action: Action) -> tuple[str, float]:
    """Why an action is refused, or an empty text, and what it earns."""
    actions = [*context.survey.opening, action]
    trace = context.play(Episode.of(seed, actions, "refused"))
    if len(trace) <= len(actions) or trace[-1].data is None or trace[-2].data is None:
        return "", 0.0
    first, before, after = trace[0], trace[-2], trace[-1]
    reason = refusal(first, before, after, action)
    reason = reason if _changes_nothing(before.data or {}, after.data or {}) else ""
    return reason, after.numeric_reward


def _changes_nothing(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether two messages differ in texts, flags, counters and the verdict only."""
    return all(
        item.path.partition(".")[0] in VERDICT
        or isinstance(item.right, str | bool | None)
        or COUNTER_NAME.search(item.path)
        for item in differences(before, after)
    )
