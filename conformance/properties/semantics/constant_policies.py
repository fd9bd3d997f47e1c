"""Semantics: no constant policy, and no constant value of a field, solves many tasks."""

from __future__ import annotations

import functools
from collections.abc import Callable

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import CLAIMS, confirm_share, solve
from hallmark_rl.conformance.checking.policies import oracle_margin, play
from hallmark_rl.conformance.checking.probes.constant_answers import (
    constant_actions,
    constant_fields,
)
from hallmark_rl.conformance.checking.probes.near_misses import (
    field_affects_reward,
    is_one_shot_answer,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import templates
from hallmark_rl.conformance.survey.survey_data import Rollout

_LARGEST_SHARE = 0.7
"""Share of seeds that one action, or one value of a field, may solve.

A two-armed bandit or a yes-or-no question is solved on half of the seeds by one action.
"""


@check("semantic.canary_floor")
def canary_floor(context: CheckContext) -> None:
    """Repeat one action on all seeds: answers, valid actions, words of the environment's source."""
    context.require_capability_absent("single_task", "there is one task")
    solutions, count = context.solutions, len(context.solved)
    if count < 4:
        raise NotApplicable("fewer than four solved seeds: a constant policy may win by chance")
    one_step_answers = [
        solution.actions[-1] for solution in solutions if len(solution.actions) == 1
    ]
    limit = min(context.declared.max_steps or 20, 20)
    actions = [
        *one_step_answers,
        *templates(context.source, context.pool),  # among them those that end the episode at once
        *context.pool[:12],
        *constant_actions(context),
    ]
    unique = [action for index, action in enumerate(actions) if action not in actions[:index]]
    suspicions = 0
    for action in context.until_budget(unique, least=12):
        wins: list[Rollout] = []
        for solution in solutions:
            rollout = play(context, [action] * limit, solution.seed)
            if rollout.total >= solution.total - oracle_margin(context):
                wins.append(rollout)
            elif not wins and solution is solutions[min(3, len(solutions) - 1)]:
                break
        if len(wins) > max(2, count * _LARGEST_SHARE):
            suspicions += 1
            confirmed = _confirmed(context, functools.partial(_repeated, action, limit), action)
            if confirmed:
                text = f"one action solves {len(wins)} of {count} seeds; {confirmed}"
                raise PropertyViolated(text, wins[0].episode("constant"))
            if suspicions >= CLAIMS - 1:  # one is kept for a constant field
                break
    _require_no_constant_field(context)


def _repeated(action: Action, count: int, _: Rollout) -> list[Action]:
    return [action] * count


def _changed(change: Action, solution: Rollout) -> list[Action]:
    """The solution with this change in its last action."""
    return [*solution.actions[:-1], {**solution.actions[-1], **change}]


def _confirmed(
    context: CheckContext, actions_for: Callable[[Rollout], list[Action]], what: object
) -> str:
    """The test that confirms that these actions earn what the oracle earns, or an empty text."""

    def wins(seed: int) -> bool | None:
        solution = solve(context, seed)
        if solution is None:
            return None
        rollout = play(context, actions_for(solution), seed)
        return not rollout.error and rollout.total >= solution.total - oracle_margin(context)

    return confirm_share(context, "semantic.canary_floor", wins, _LARGEST_SHARE, name=repr(what))


def _require_no_constant_field(context: CheckContext) -> None:
    """Raise if one value of a field that affects the reward is accepted on every seed."""
    if not is_one_shot_answer(context):
        return
    for field, value in context.until_budget(constant_fields(context), least=40):
        if not field_affects_reward(context, context.solutions[0], field):
            continue
        wins = []
        for solution in context.solutions[:5]:
            action = {**solution.actions[-1], field: value}
            if action == solution.actions[-1] or not context.source.valid(action):
                break
            rollout = play(context, [*solution.actions[:-1], action], solution.seed)
            if rollout.error or rollout.total < solution.total - oracle_margin(context):
                break
            wins.append(rollout)
        if len(wins) >= 3 and len(wins) == len(context.solutions[:5]):
            change = {field: value}
            confirmed = _confirmed(
                context,
                functools.partial(_changed, change),
                change,
            )
            if not confirmed:
                return
            text = f"{field}={value!r} scores like the answer on {len(wins)} seeds; {confirmed}"
            raise PropertyViolated(text, wins[0].episode("a constant field"))
