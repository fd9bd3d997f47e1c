"""Reward: damage that is repaired does not earn more than a solution without it."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import (
    report_more_than_oracle,
)
from hallmark_rl.conformance.checking.policies import last_response, oracle_margin, play
from hallmark_rl.conformance.checking.probes.undoing_actions import damaging, restoring
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.message_content import content_without_counters
from hallmark_rl.conformance.core.results import NotApplicable
from hallmark_rl.conformance.oracle_search.action_slots import templates
from hallmark_rl.conformance.survey.survey_data import Rollout

_SEEDS = 2
"""Seeds on which repairs must earn more than the solution."""
_MOST_DAMAGES, _MOST_REPAIRS = 40, 16
_LONGEST_EPISODE = 100


@check("reward.repaired_damage")
def repaired_damage(context: CheckContext) -> None:
    """Insert pairs of steps into solutions: the first does damage, the second undoes it."""
    context.require_capability_absent("continuing", "the reward of a continuing task is per step")
    context.require_capability_absent("stochastic", "single returns depend on chance")
    context.require_deterministic()
    solutions = [rollout for rollout in context.solutions if rollout.done][: 2 * _SEEDS]
    if not solutions:
        raise NotApplicable("no episode that solves the task ends")
    found: list[tuple[Rollout, Rollout]] = []
    for solution in context.until_budget(solutions, least=2):
        farmed = with_repairs(context, solution)
        if farmed is not None and farmed.total > solution.total + oracle_margin(context):
            found.append((farmed, solution))
        elif not found:
            break
        if len(found) == _SEEDS:
            break
    if len(found) < min(_SEEDS, len(solutions)):
        return
    farmed, solution = found[0]
    text = (
        f"damage and its repair, inserted into a solution, earn {farmed.total:.4g} in "
        f"{len(farmed.actions)} steps; the solution alone earns {solution.total:.4g} in "
        f"{len(solution.actions)}"
    )
    again = functools.partial(with_repairs, context)
    report_more_than_oracle(context, "reward.repaired_damage", "repairs", again, farmed, text)


def with_repairs(context: CheckContext, solution: Rollout) -> Rollout | None:
    """The first episode with repairs that earns more than the solution; None without any."""
    limit = min(context.declared.max_steps or _LONGEST_EPISODE, _LONGEST_EPISODE)
    pairs = max(1, (limit - len(solution.actions)) // 2)
    for place in _places(len(solution.actions)):
        start, rest = solution.actions[:place], solution.actions[place:]
        for pair in _paid_pairs(context, solution, start):
            rollout = play(context, [*start, *pair * pairs, *rest], solution.seed)
            if not rollout.error and rollout.total > solution.total + oracle_margin(context):
                return rollout
    return None


def _places(steps: int) -> list[int]:
    """Numbers of steps after which pairs are inserted: before the last one first."""
    return list(dict.fromkeys([steps - 1, steps // 2, 0]))


def _paid_pairs(
    context: CheckContext, solution: Rollout, start: list[Action]
) -> Iterator[list[Action]]:
    """Pairs of steps that together are paid, after which the message is as it was before."""
    before = last_response(context, solution.seed, start)
    if before is None:
        return
    content = content_without_counters(before.data or {})
    general = [*templates(context.source, context.pool), *context.pool[:6], *solution.actions]
    bases = list({to_json(action): action for action in [*context.pool[:8], *general]}.values())
    for damage in itertools.islice(damaging(bases), _MOST_DAMAGES):
        if context.out_of_time(2.0):
            return
        if not context.source.valid(damage):
            continue
        damaged = last_response(context, solution.seed, [*start, damage])
        if damaged is None or damaged.done:
            continue
        if content_without_counters(damaged.data or {}) == content:
            continue
        repairs = [*restoring(damage, before.data, damaged.data), *general]
        valid = (repair for repair in repairs if context.source.valid(repair))
        for repair in itertools.islice(valid, _MOST_REPAIRS):
            repaired = last_response(context, solution.seed, [*start, damage, repair])
            if repaired is None or repaired.done:
                continue
            paid = damaged.numeric_reward + repaired.numeric_reward
            if paid > 1e-9 and content_without_counters(repaired.data or {}) == content:
                yield [damage, repair]
                break
