"""Semantics: few tasks in which items are to be ordered are solved by every order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, oracle_margin, play
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FURTHER, _FEWEST = 60, 30
_FEWEST_ITEMS = 4
_ORDERS = 4
"""Orders drawn at random that must all be paid for a task to be trivial."""
_LARGEST_SHARE, _LARGEST_SOUND = 0.15, 0.85
"""Share of trivial tasks that is reported, and above which order is not what the task is about."""


@check("semantic.trivial_orders")
def trivial_orders(context: CheckContext) -> None:
    """Hand in the items of each solution in orders drawn at random."""
    context.require_capability_absent("single_task", "there is one task")
    fields = [name for name, value in context.solutions[0].actions[-1].items() if _is_long(value)]
    if not fields:
        raise NotApplicable(f"the answer holds no list of {_FEWEST_ITEMS} or more different items")
    solutions = [*context.solutions, *more_solutions(context, _FURTHER)]
    for name in fields:
        trivial: list[Rollout] = []
        tried = 0
        for solution in context.until_budget(solutions, least=_FEWEST):
            if not _is_long(solution.actions[-1].get(name)) or solution.total <= context.floor:
                continue
            tried += 1
            if _is_trivial(context, solution, name):
                trivial.append(solution)
        share = len(trivial) / max(1, tried)
        if tried >= _FEWEST and _LARGEST_SHARE <= share <= _LARGEST_SOUND:
            raise PropertyViolated(
                f"on {len(trivial)} of {tried} seeds {name!r} is paid in full in every order that "
                "was tried, and on the others the order matters",
                trivial[0].episode("a task in which every order is right"),
            )


def _is_long(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) >= _FEWEST_ITEMS
        and all(item not in value[:place] for place, item in enumerate(value))
    )


def _is_trivial(context: CheckContext, solution: Rollout, name: str) -> bool:
    """Whether the items are paid like the solution in every one of some random orders."""
    items: Sequence[Any] = solution.actions[-1][name]
    rng = context.rng(f"orders {solution.seed}")
    least = solution.total - oracle_margin(context) - 1e-9
    for _ in range(_ORDERS):
        action = {**solution.actions[-1], name: rng.sample(items, len(items))}
        rollout = play(context, [*solution.actions[:-1], action], solution.seed, **solution.options)
        if rollout.error or rollout.total < least:
            return False
    return True
