"""Semantics: an answer does not take a limited thing more often than it is there."""

from __future__ import annotations

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import confirm_share, solve
from hallmark_rl.conformance.checking.policies import more_solutions, oracle_margin, play
from hallmark_rl.conformance.checking.probes.overused_items import (
    Selection,
    overused,
    selections,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_SOLUTIONS = 40
_FEWEST = 12
"""Solutions that must all respect a limit: by chance they would not."""
_FEWEST_TELLING = 4
"""Solutions that must reach it."""
_FEWEST_PAID = 3
_LARGEST_SHARE = 0.1
"""Share of tasks on which an answer that takes too much may be paid."""
_TRIALS = 40
_PLAYS = 24


@check("semantic.items_used_up")
def items_used_up(context: CheckContext) -> None:
    """Change solutions so that something is taken more often than it is there."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    solutions = [*context.solutions, *more_solutions(context, _SOLUTIONS)]
    names = _limits(context, solutions)
    if not names:
        raise NotApplicable("no answer is made of things of which each is there a few times")
    for name in names:
        _require_respected(context, solutions, name)


def _require_respected(
    context: CheckContext, solutions: list[Rollout], name: tuple[str, str]
) -> None:
    """Raise if answers that ignore a limit are paid like the solutions."""
    paid: list[Rollout] = []
    for solution in context.until_budget(solutions, least=6):
        outcome = _paid_overuse(context, solution, name)
        paid += [outcome] if isinstance(outcome, Rollout) else []
    if len(paid) < _FEWEST_PAID:
        return

    def is_paid(seed: int) -> bool | None:
        solution = solve(context, seed)
        outcome = None if solution is None else _paid_overuse(context, solution, name)
        return None if outcome is None else isinstance(outcome, Rollout)

    test = confirm_share(
        context,
        "semantic.items_used_up",
        is_paid,
        _LARGEST_SHARE,
        plays=_PLAYS,
        most_trials=_TRIALS,
        name=repr(name),
    )
    if test:
        raise PropertyViolated(
            f"an answer that takes one of {name[0]!r} more often than {name[1]!r} allows is paid "
            f"like the solution: {paid[0].actions[-1]}; {test}",
            paid[0].episode("taken too often"),
        )


def _limits(context: CheckContext, solutions: list[Rollout]) -> list[tuple[str, str]]:
    """The names of limits that all solutions respect and several reach; at most three."""
    found: dict[tuple[str, str], list[Selection]] = {}
    for solution in solutions:
        for selection in _selections(context, solution):
            found.setdefault(selection.name, []).append(selection)
    return [
        name
        for name, chosen in found.items()
        if len(chosen) >= _FEWEST
        and sum(item.is_telling for item in chosen) >= _FEWEST_TELLING
        and all(item.allows(item.items) for item in chosen)
    ][:3]


def _selections(context: CheckContext, solution: Rollout) -> list[Selection]:
    """The selections of the last action, from what the first message shows."""
    driver = context.new_driver()
    opening = driver.reset(**({} if solution.seed is None else {"seed": solution.seed}))
    driver.close()
    return list(selections(solution.actions[-1], opening.data or {}))


def _paid_overuse(
    context: CheckContext, solution: Rollout, name: tuple[str, str]
) -> Rollout | bool | None:
    """The rollout of an answer that takes too much and is paid; False if none is paid.

    None if no such answer can be made.
    """
    least = solution.total - oracle_margin(context)
    result: bool | None = None
    for selection in _selections(context, solution):
        if selection.name != name:
            continue
        for action in overused(solution.actions[-1], selection):
            if not context.source.valid(action):
                continue
            rollout = play(context, [*solution.actions[:-1], action], solution.seed)
            if not rollout.error and rollout.total >= least:
                return rollout
            result = False
    return result
