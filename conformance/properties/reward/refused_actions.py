"""Reward: an action that the environment itself refuses is not paid."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.action_variations import (
    action_variations,
    named_actions,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.refusals import COUNTER_NAME, VERDICT, refusal
from hallmark_rl.conformance.core.diff import differences
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_SEEDS, _FEWEST_SEEDS = 6, 3
_MOST_ACTIONS = 120


@check("reward.refused_pays_nothing")
def refused_pays_nothing(context: CheckContext) -> None:
    """Send incomplete actions; compare what those earn that are refused with what others earn.

    A refusal is paid if each that gives the same reason earns the same, on three seeds or more, and
    that is more than nothing and more than some action that is accepted: where each step earns
    something, a refused one may too. A refused action changes nothing that the agent is shown but
    texts and counters.
    """
    context.require_capability_absent("stochastic", "single rewards depend on chance")
    refusals: dict[str, list[tuple[float, int | None, Action]]] = {}
    least = float("inf")
    for tried, action in context.until_budget(_actions(context), least=24):
        reason, reward = _outcome(context, tried, action)
        if reason:
            refusals.setdefault(reason, []).append((round(reward, 9), tried, action))
        else:
            least = min(least, reward)
    for reason, found in refusals.items():
        rewards = {reward for reward, _, _ in found}
        seeds = len({seed for _, seed, _ in found})
        reward, seed, action = found[0]
        if seeds >= _FEWEST_SEEDS and len(rewards) == 1 and reward > max(0.0, least) + 1e-9:
            raise PropertyViolated(
                f"an action is refused ({reason[:160]}), changes nothing and pays {reward:.4g}, on "
                f"each of {seeds} seeds; one that is accepted earns {least:.4g}",
                Episode.of(seed, [*context.survey.opening, action], "refused"),
            )
    if not refusals:
        raise NotApplicable("no action was refused with a message that tells it from a wrong one")


def _actions(context: CheckContext) -> Iterator[tuple[int | None, Action]]:
    """Seeds and actions: those with a name that the seed shows, then the pool and variations."""
    seeds = context.seeds[:_SEEDS]
    for seed in seeds:
        yield from ((seed, action) for action in named_actions(context, seed))
    actions = itertools.chain(context.pool, action_variations(context))
    for action in itertools.islice(actions, _MOST_ACTIONS):
        yield from ((seed, action) for seed in seeds)


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
