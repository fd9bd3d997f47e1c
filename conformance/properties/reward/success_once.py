"""Reward: an episode earns the reward for solving once."""

from __future__ import annotations

import itertools

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import play
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_REPETITIONS = 3
_LEAST_AGAIN = 0.5
"""Share of the declared reward for solving that must be earned once more."""
_SEEDS = 2


@check("reward.success_once")
def success_once(context: CheckContext) -> None:
    """Go on after the step with which a solution has earned the declared return: hand in again.

    Where an oracle earns more by other actions, the declared reward is that of one step, or a
    threshold, and the same action may be right again.
    """
    context.require_capability_absent("continuing", "the reward of a continuing task is per step")
    success = context.declared.success
    if success is None or success <= 0:
        raise NotApplicable("no reward for solving is declared: success_reward in proof.py")
    again: list[tuple[Rollout, int]] = []
    least = success - context.declared.tolerance
    if any(_goes_on(solution, least) for solution in context.solved):
        raise NotApplicable(
            "the oracle goes on, by other actions, to earn more than success_reward"
        )
    solutions = context.solved[: 2 * _SEEDS]
    for solution in context.until_budget(solutions, least=_SEEDS):
        solved = _step_that_solves(solution, least)
        if solved is None:
            continue
        until = solution.actions[: solved + 1]
        for more in ([until[-1]] * _REPETITIONS, until):
            rollout = play(context, [*until, *more], solution.seed)
            late = sum(rollout.rewards[len(until) :])
            if late >= _LEAST_AGAIN * success and not rollout.error:
                again.append((rollout, len(until)))
                break
    if len(again) >= min(_SEEDS, len(solutions)):
        rollout, steps = again[0]
        raise PropertyViolated(
            f"the declared reward for solving, {success:g}, is earned after {steps} steps, and by "
            f"going on {rollout.total:.4g} after {len(rollout.actions)}: the same result is paid "
            f"again (on {len(again)} seeds)",
            rollout.episode("handed in again"),
        )


def _goes_on(solution: Rollout, success: float) -> bool:
    """Whether an action unlike the one that solves the task is paid after it."""
    solved = _step_that_solves(solution, success)
    if solved is None:
        return False
    later = list(zip(solution.actions, solution.rewards, strict=True))[solved + 1 :]
    return any(reward > 1e-9 and action != solution.actions[solved] for action, reward in later)


def _step_that_solves(solution: Rollout, success: float) -> int | None:
    """The step after which a solution has earned the return; None if it never does."""
    totals = itertools.accumulate(solution.rewards)
    return next((number for number, total in enumerate(totals) if total >= success), None)
