"""Semantics: no constant policy, and no one answer, solves many tasks."""

from __future__ import annotations

from hallmark_rl.conformance.checking.check_context import CheckContext
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
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout


@check("semantic.canary_floor")
def canary_floor(context: CheckContext) -> None:
    """Constant policies over all seeds: other answers, valid actions, words of the source."""
    context.require_capability_absent("single_task", "there is one task")
    solutions, count = context.solutions, len(context.solved)
    if count < 4:
        raise NotApplicable("too few seeds to tell a constant policy from luck")
    is_one_shot_answer = [one.actions[-1] for one in solutions if len(one.actions) == 1]
    limit = min(context.declared.max_steps or 20, 20)
    tried = [*is_one_shot_answer, *context.pool[:12], *constant_actions(context)]
    unique = [action for place, action in enumerate(tried) if action not in tried[:place]]
    for action in context.until_budget(unique, least=12):
        wins: list[Rollout] = []
        for one in solutions:
            other = play(context, [action] * limit, one.seed)
            if other.total >= one.total - oracle_margin(context):
                wins.append(other)
            elif not wins and one is solutions[min(3, len(solutions) - 1)]:
                break
        if len(wins) > max(2, count * 0.7):
            seen = f"one action solves {len(wins)} of {count} seeds"
            raise PropertyViolated(seen, wins[0].episode("constant"))
    _require_no_key(context)


def _require_no_key(context: CheckContext) -> None:
    """No one value of a field that matters stands for every seed's answer."""
    if not is_one_shot_answer(context):
        return
    for field, value in context.until_budget(constant_fields(context), least=40):
        if not field_affects_reward(context, context.solutions[0], field):
            continue
        wins = []
        for one in context.solutions[:5]:
            action = {**one.actions[-1], field: value}
            if action == one.actions[-1] or not context.source.valid(action):
                break
            played = play(context, [*one.actions[:-1], action], one.seed)
            if played.error or played.total < one.total - oracle_margin(context):
                break
            wins.append(played)
        if len(wins) >= 3 and len(wins) == len(context.solutions[:5]):
            seen = f"{field}={value!r} scores like the answer on {len(wins)} seeds"
            raise PropertyViolated(seen, wins[0].episode("a key"))
