"""Reward: nothing is paid for what was right before the first step."""

from __future__ import annotations

import functools

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import CLAIMS, confirm_share, solve
from hallmark_rl.conformance.checking.policies import play
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import templates
from hallmark_rl.conformance.survey.survey_data import Rollout

_LEAST_PAID = 0.5
"""Share of a solution's return above which the end of an untouched episode counts as paid."""
_LARGEST_SPREAD = 0.05
"""How much the payment may vary over seeds, as a share of a solution's return. An offer that is
accepted at once varies with the task; what an untouched task is paid hardly does."""
_FEWEST_SEEDS = 3
_MOST_ACTIONS = 12
_LARGEST_SHARE_OF_SEEDS = 0.5


@check("reward.idle_credit")
def idle_credit(context: CheckContext) -> None:
    """End episodes with their first step, by the same action on every seed.

    A payment that varies from seed to seed may be the value of what the first observation offers
    (optimal stopping, negotiation), so it is not reported.
    """
    context.require_capability_absent("continuing", "the reward of a continuing task is per step")
    context.require_capability_absent("stochastic", "single returns depend on chance")
    solutions = [s for s in context.solutions if s.done and len(s.actions) > 1 and s.total > 0]
    if len(solutions) < _FEWEST_SEEDS:
        raise NotApplicable("no task takes several steps to solve")
    claims = 0
    for action in context.until_budget(_endings(context, solutions), least=4):
        if claims == CLAIMS:
            return  # the error rate is divided among so many
        paid = []
        for solution in solutions:
            rollout = _paid_end(context, solution, action)
            if rollout is None:
                break
            paid.append(rollout)
        if len(paid) < len(solutions) or _varies(paid, solutions):
            continue
        claims += 1
        confirmed = confirm_share(
            context,
            "reward.idle_credit",
            functools.partial(_is_paid_alike, context, paid[0]),
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


def _varies(paid: list[Rollout], solutions: list[Rollout]) -> bool:
    """Whether the payment varies over the seeds by more than a small share of the returns."""
    totals = [rollout.total for rollout in paid]
    unit = min(solution.total for solution in solutions)
    return max(totals) - min(totals) > _LARGEST_SPREAD * unit


def _is_paid_alike(context: CheckContext, paid: Rollout, seed: int) -> bool | None:
    """Whether the same end is paid on another seed too, and nearly as much."""
    solution = solve(context, seed)
    if solution is None or len(solution.actions) < 2:
        return None
    rollout = _paid_end(context, solution, paid.actions[0])
    most = _LARGEST_SPREAD * solution.total
    return rollout is not None and abs(rollout.total - paid.total) <= most
