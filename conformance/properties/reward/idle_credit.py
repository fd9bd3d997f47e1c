"""Reward: nothing is paid for what was right before the first step."""

from __future__ import annotations

import functools

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import confirm_share, solve
from hallmark_rl.conformance.checking.policies import play
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import templates
from hallmark_rl.conformance.survey.survey_data import Rollout

_LEAST_PAID = 0.5
"""Share of a solution's return above which the end of an untouched episode counts as paid."""
_FEWEST_SEEDS = 3
_MOST_ACTIONS = 12
_LARGEST_SHARE_OF_SEEDS = 0.5


@check("reward.idle_credit")
def idle_credit(context: CheckContext) -> None:
    """End episodes with their first step, by the same action on every seed."""
    context.require_capability_absent("continuing", "the reward of a continuing task is per step")
    context.require_capability_absent("stochastic", "single returns depend on chance")
    solutions = [s for s in context.solutions if s.done and len(s.actions) > 1 and s.total > 0]
    if len(solutions) < _FEWEST_SEEDS:
        raise NotApplicable("no task takes several steps to solve")
    for action in context.until_budget(_endings(context, solutions), least=4):
        paid = []
        for solution in solutions:
            rollout = _paid_end(context, solution, action)
            if rollout is None:
                break
            paid.append(rollout)
        if len(paid) < len(solutions):
            continue
        confirmed = confirm_share(
            context,
            "reward.idle_credit",
            functools.partial(_is_paid, context, action),
            _LARGEST_SHARE_OF_SEEDS,
            name=to_json(action)[:60],
        )
        if confirmed:
            raise PropertyViolated(
                f"an episode that is ended with its first step earns {paid[0].total:.4g}, the "
                f"oracle earns {solutions[0].total:.4g} in {len(solutions[0].actions)} steps: what "
                f"was right before the first step is paid; {confirmed}",
                paid[0].episode("ended at once"),
            )


def _endings(context: CheckContext, solutions: list[Rollout]) -> list[Action]:
    """Actions that may end an episode at once: the solutions' common last one, idle, smallest ones.

    A last action that differs between seeds holds an answer.
    """
    last = [solution.actions[-1] for solution in solutions]
    common = last[:1] if all(action == last[0] for action in last) else []
    idle = [rollout.actions[0] for rollout in context.survey.null_rollouts if rollout.actions]
    least = context.source.minimal()
    actions = [*common, *idle[:1], *([least] if least else [])]
    actions += [*templates(context.source, context.pool), *context.pool]
    return list({to_json(action): action for action in actions}.values())[:_MOST_ACTIONS]


def _paid_end(context: CheckContext, solution: Rollout, action: Action) -> Rollout | None:
    """The episode of one action if it ends there and earns much of what the solution earns."""
    rollout = play(context, [action], solution.seed)
    least = _LEAST_PAID * solution.total
    if context.declared.floor is not None:  # the author says what doing nothing earns
        least = max(least, context.declared.floor + 1e-6)
    paid = rollout.done and not rollout.error and rollout.total > least + 1e-9
    return rollout if paid else None


def _is_paid(context: CheckContext, action: Action, seed: int) -> bool | None:
    solution = solve(context, seed)
    if solution is None or len(solution.actions) < 2:
        return None
    return _paid_end(context, solution, action) is not None
