"""Solutions of plain episodes and of each level: what holds of answers may depend on the level."""

from __future__ import annotations

from collections.abc import Callable

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, oracle_of, oracle_rollout
from hallmark_rl.conformance.core.results import NotApplicable
from hallmark_rl.conformance.properties.variants.each_variant import chosen_variants
from hallmark_rl.conformance.survey.survey_data import Rollout

_FRESH, _EACH_LEVEL = 12, 6
"""Further seeds that are solved, and those of each level."""


def solutions_of_levels(
    context: CheckContext, fits: Callable[[Rollout], bool] | None = None
) -> list[Rollout]:
    """Solutions of plain episodes, and a few of each level as long as there is time.

    With `fits`, none if it is false for the known solutions and one of each level.
    """
    if fits and not any(map(fits, _solutions(context, 0, 1))):
        return []
    return _solutions(context, _FRESH, _EACH_LEVEL)


def _solutions(context: CheckContext, fresh: int, each_level: int) -> list[Rollout]:
    solutions = [*context.solutions, *more_solutions(context, fresh)]
    try:
        variants = [v for v in chosen_variants(context, tasks=False) if v.kind == "level"]
        oracle_of(context)  # raises without one, also where there is no level
    except NotApplicable:
        return solutions
    for seed in range(1, each_level + 1):
        for variant in variants:
            if context.slow or context.out_of_time():
                return solutions
            rollout = oracle_rollout(context, seed, context.oracle_steps, **variant.options)
            if rollout.actions and not rollout.error and rollout.total > context.floor:
                solutions.append(rollout)
    return solutions
