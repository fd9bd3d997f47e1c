"""Why an episode of the oracle is no solution, by what the author declares and by chance."""

from __future__ import annotations

from hallmark_rl.conformance.checking.chance_in_steps import chance_decides
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import play
from hallmark_rl.conformance.core.results import EvidenceMissing
from hallmark_rl.conformance.survey.rollouts import POLICY_SECONDS
from hallmark_rl.conformance.survey.survey_data import Rollout

_LUCK = 0.2
"""Share of the way from doing nothing to the declared return that luck may take from the best of
all seeds, where the author declares `stochastic`."""
_VARIES = 0.05
"""Share of the scale by which solutions differ where the end of the range is no return of each."""
WHOLE = (1.0, 10.0, 100.0)
"""Ends of ranges that stand for a solved task; another one may be a bound of what is earned."""
_NOTHING = 1e-6
"""Difference of two returns that are the same."""
_WASTED = 8
"""Actions that are tried as steps that do nothing but cost."""


def solution_problem(context: CheckContext, solution: Rollout) -> str:
    """Why a rollout of the oracle is no solution; empty if it is one.

    A solution ends the episode, with success if that is reported, and earns the declared maximum if
    there is one. Raises `EvidenceMissing` if there was no time to play it to the end.
    """
    if solution.error:
        return f"the oracle does not finish its episode: {solution.error}"
    continuing = "continuing" in context.declared.capabilities
    stochastic = "stochastic" in context.declared.capabilities
    if solution.out_of_time and not continuing:
        raise EvidenceMissing(
            f"the oracle takes too long: in {POLICY_SECONDS:g} s it made {len(solution.actions)} "
            "steps and did not end the episode"
        )
    if not solution.done and not continuing:
        return f"the oracle's {len(solution.actions)} actions do not end the episode"
    if solution.success is False and not continuing and not may_fall_short(context, solution):
        return "after the oracle's episode, success is False"
    declared = context.declared.success
    maximum = context.declared.high if declared is None else declared
    best = max([solution.total, *solution.rewards], default=0.0)
    if maximum is None or best >= maximum - context.declared.tolerance:
        return ""
    if stochastic and _is_unlucky(context, maximum):
        return ""
    if declared is None:
        if continuing or stochastic:
            return ""  # the end of the range may need luck or more time
        known = [*context.solutions, solution]
        always = all(rollout.success for rollout in known)
        least, most = (f(rollout.total for rollout in known) for f in (min, max))
        if always and least > 0.5 * maximum:
            return ""  # costs or bonuses
        if _costs_of_steps(context, solution, maximum - best):
            return ""
        enough = max(context.declared.tolerance, _VARIES * abs(context.scale))
        plain = [rollout.total for rollout in context.solutions]
        lucky = max(plain) - min(plain) > enough and chance_decides(context)
        is_bound = context.is_approximate or maximum not in WHOLE
        varies = lucky or (is_bound and most - least > enough)
        if varies and all(rollout.success is None for rollout in known):
            return ""  # the task or luck decides what is earned, and nothing names a solution
    text = f"the oracle earns {solution.total:.4g}, the declared maximum is {maximum:g}"
    if declared is None:
        text += " (the end of the range: if less is best, declare success_reward or a tolerance)"
    return text


def _costs_of_steps(context: CheckContext, solution: Rollout, missing: float) -> bool:
    """Whether a step that does nothing costs so much that the solution's steps cost the rest."""
    steps = len(solution.actions)
    idle = [rollout.actions[0] for rollout in context.survey.null_rollouts if rollout.actions]
    for wasted in [*idle[:1], *context.pool[:_WASTED]]:
        delayed = play(context, [wasted, *solution.actions], solution.seed)
        cost = solution.total - delayed.total
        if cost > _NOTHING and any(
            abs(missing - count * cost) <= _NOTHING for count in (steps, steps - 1)
        ):
            return True
    return False


def _is_unlucky(context: CheckContext, maximum: float) -> bool:
    """Whether luck may explain that the oracle stays below a return: on one seed it comes near."""
    totals = [rollout.total for rollout in context.survey.solutions]
    near = maximum - _LUCK * abs(maximum - context.floor)
    return max(totals) - min(totals) > context.declared.tolerance and max(totals) >= near


def may_fall_short(context: CheckContext, solution: Rollout) -> bool:
    """Whether an oracle's episode may rightly end without success.

    Its return lies below the maximum by no more than the tolerance that the author states for an
    oracle that is not the best policy. Or luck plays a part: it has succeeded on another seed, or
    its return lies below the end of the range and the author states no return of a solved episode,
    because the best policy may never reach that end.
    """
    declared = context.declared
    maximum = declared.high if declared.success is None else declared.success
    short = 0.0 if maximum is None else maximum - solution.total
    if context.is_approximate and 1e-6 < short <= declared.tolerance:
        return True
    if "stochastic" not in declared.capabilities:
        return False
    if any(other.success for other in context.survey.solutions):
        return True
    below = declared.high is not None and solution.total < declared.high - declared.tolerance
    return declared.success is None and below
