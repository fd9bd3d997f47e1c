"""Semantics: an answer with one and the same value everywhere is not paid like the right one."""

from __future__ import annotations

import functools

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import CLAIMS, confirm_share, solve
from hallmark_rl.conformance.checking.policies import more_solutions, oracle_margin, play
from hallmark_rl.conformance.checking.probes.filled_values import (
    Filling,
    filled_with,
    fillings,
    wrong_values,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FEWEST, _FRESH = 4, 6
_OTHERS = 2
_LARGEST_SHARE = 0.7
"""Share of tasks on which one value everywhere may be right; as of `semantic.canary_floor`."""


@check("semantic.filled_answers")
def filled_answers(context: CheckContext) -> None:
    """Put one value in all places of the last action of solutions, and wrong ones as a control."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    context.require_capability_absent("single_task", "there is one task")
    solutions = [*context.solutions, *more_solutions(context, _FRESH)]
    tried = fillings([solution.actions[-1] for solution in solutions])
    if not tried:
        raise NotApplicable("the answer does not hold several numbers, or several listed texts")
    claims = 0
    for filling in tried:
        outcomes = [
            _is_paid(context, solution, filling)
            for solution in context.until_budget(solutions, least=_FEWEST)
        ]
        known = [outcome for outcome in outcomes if outcome is not None]
        if len(known) < _FEWEST or sum(known) <= len(known) * _LARGEST_SHARE:
            continue
        claims += 1
        trial = functools.partial(_is_paid_on_seed, context, filling)
        name = repr(filling[1])
        test = confirm_share(
            context, "semantic.filled_answers", trial, _LARGEST_SHARE, plays=6, name=name
        )
        if test:
            solution = solutions[outcomes.index(True)]
            made = filled_with(solution.actions[-1], filling)
            actions = [*solution.actions[:-1], made]
            raise PropertyViolated(
                f"{made} earns what the right answer {solution.actions[-1]} earns, and other wrong "
                f"values there earn less; {test}",
                Rollout(solution.seed, actions, [], done=True).episode("a filled answer"),
            )
        if claims == CLAIMS:
            return


def _is_paid_on_seed(context: CheckContext, filling: Filling, seed: int) -> bool | None:
    solution = solve(context, seed)
    return None if solution is None else _is_paid(context, solution, filling)


def _is_paid(context: CheckContext, solution: Rollout, filling: Filling) -> bool | None:
    """Whether the filled answer is paid like the right one; None if that would say nothing.

    That is where the right answer is the filled one, where the model refuses it, and where other
    wrong values are paid as well.
    """
    last = solution.actions[-1]
    made = filled_with(last, filling)
    if made == last or not context.source.valid(made):
        return None
    if not _earns_as_much(context, solution, made):
        return False
    others = [other.actions[-1] for other in context.solutions if other.seed != solution.seed]
    for wrong in wrong_values(last, filling[0], others[:_OTHERS]):
        is_wrong = wrong not in (last, made) and context.source.valid(wrong)
        if is_wrong and _earns_as_much(context, solution, wrong):
            return None
    return True


def _earns_as_much(context: CheckContext, solution: Rollout, last: Action) -> bool:
    rollout = play(context, [*solution.actions[:-1], last], solution.seed)
    return not rollout.error and rollout.total >= solution.total - oracle_margin(context)
