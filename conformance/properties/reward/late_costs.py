"""Reward: while nothing changes, a step costs as much late in an episode as early."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.actions.source_numbers import source_numbers
from hallmark_rl.conformance.checking.check_context import CheckContext, Trace
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.diff import content_text
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_MOST_STEPS = 300
_EQUAL_STEPS = 8
"""Equal rewards at the beginning after which a change is late."""
_CHANGED_STEPS = 3


@dataclass(frozen=True)
class _Repetition:
    """One action repeated while the observation, but for its numbers, stays the same.

    The first step is left out, because it may change something, and the last, which may be graded.

    Attributes:
        change: index of the first reward that differs from those before it; None if there is none.
    """

    episode: Episode
    trace: Trace
    rewards: list[float]
    change: int | None

    @property
    def later(self) -> list[float]:
        """The first rewards after the change."""
        return [] if self.change is None else self.rewards[self.change :][:_CHANGED_STEPS]

    def example(self, label: str) -> Episode:
        """The calls until shortly after the change."""
        return Episode(self.episode.calls[: (self.change or 0) + 6], label)


@check("reward.late_costs")
def late_costs(context: CheckContext) -> None:
    """Look for repetitions that cost more after many steps."""
    for pair in _repetitions(context):
        if all(one.later and max(one.later) < one.rewards[0] - 1e-9 for one in pair):
            first = pair[0]
            raise PropertyViolated(
                f"repeating an action that changes nothing earns less from step "
                f"{(first.change or 0) + 2} on: {first.later[0]:.4g}",
                first.example("late cost"),
            )


@check("reward.costs_stay")
def costs_stay(context: CheckContext) -> None:
    """Look for repetitions that cost less after many steps, where no bound explains it."""
    for pair in _repetitions(context):
        if all(_becomes_cheaper(context, one) for one in pair):
            first = pair[0]
            raise PropertyViolated(
                f"repeating an action that changes nothing costs {-first.rewards[0]:.4g} a step, "
                f"and {abs(first.later[0]):.4g} from step {(first.change or 0) + 2} on",
                first.example("costs that end"),
            )


def _repetitions(context: CheckContext) -> Iterator[tuple[_Repetition, _Repetition]]:
    """Repetitions on two seeds each.

    Raises `NotApplicable` at the end if no action leaves the observation as it is.
    """
    context.require_capability_absent("stochastic", "rewards depend on chance")
    limit = min(context.declared.max_steps or _MOST_STEPS, _MOST_STEPS)
    limit = min(limit, int(1.0 / max(context.survey.step_s, 1e-4)))
    idle = [action for rollout in context.survey.null_rollouts for action in rollout.actions[:1]]
    unchanged = False
    for action in context.until_budget([*idle[:1], *context.pool[:4]], least=3):
        made: list[_Repetition] = []
        for seed in context.seeds[:2]:
            one = _repetition(context, Episode.of(seed, [action] * limit, "repetition"))
            if one is None:
                break
            unchanged = True
            made.append(one)
        if len(made) == 2:
            yield made[0], made[1]
    if not unchanged:
        raise NotApplicable("no action leaves the observation as it is for many steps")


def _repetition(context: CheckContext, episode: Episode) -> _Repetition | None:
    """The repetition as it was played; None if the observation changes or it ends early."""
    trace = context.play(episode)
    texts = {_without_numbers(response.data) for response in trace[2:-1]}
    rewards = [response.numeric_reward for response in trace[2:-1]]
    if len(texts) != 1 or len(rewards) < _EQUAL_STEPS + _CHANGED_STEPS:
        return None
    changes = [i for i, reward in enumerate(rewards) if abs(reward - rewards[0]) > 1e-9]
    change = changes[0] if changes and changes[0] >= _EQUAL_STEPS else None
    if change is not None and len(rewards) < change + _CHANGED_STEPS:
        change = None
    return _Repetition(episode, trace, rewards, change)


def _becomes_cheaper(context: CheckContext, one: _Repetition) -> bool:
    """Whether a cost shrinks or ends for no reason that the messages, the author or code give.

    Reasons are: the cost until then is a bound that is declared or written in the environment's
    files (costs are limited to a sum), or a number of the message or state stops at the same step
    (a score that cannot fall below 0).
    """
    if not one.later or min(one.later) <= one.rewards[0] + 1e-9 or max(one.later) > 1e-9:
        return False
    place = (one.change or 0) + 2
    spent = -sum(response.numeric_reward for response in one.trace[1:place])
    declared = context.declared
    stated = (1.0, declared.low, declared.high, declared.success, declared.floor)
    bounds = {abs(bound) for bound in stated if bound is not None}
    bounds |= source_numbers(context.subject)
    cost = -one.rewards[0]  # the last step before a bound may cost a part of it
    if any(spent - 1e-6 <= bound < spent + cost - 1e-6 for bound in bounds):
        return False
    return not _a_number_stops(one.trace[1:-1], place - 1)


def _a_number_stops(trace: Trace, place: int) -> bool:
    """Whether a number of the messages changes in each step before a place and in none after it."""
    tables = [dict(subtrees(_shown(response.data))) for response in trace]
    for path, value in tables[0].items():
        column = [table.get(path) for table in tables]
        if isinstance(value, bool) or not all(isinstance(item, int | float) for item in column):
            continue
        moves = [left != right for left, right in itertools.pairwise(column)]
        if all(moves[: place - 1]) and not any(moves[place:]):
            return True
    return False


def _shown(data: Any) -> dict[str, Any]:
    return {key: value for key, value in (data or {}).items() if key != "reward"}


def _without_numbers(data: Any) -> str:
    """A message without its numbers and its reward, as text."""
    kept = {key: value for key, value in (data or {}).items() if key not in ("reward", "metadata")}
    return re.sub(r"\d+(\.\d+)?", "0", content_text(kept))
