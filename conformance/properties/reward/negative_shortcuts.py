"""Reward: a step with a negative amount does not stand in for the work of an episode."""

from __future__ import annotations

from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import play
from hallmark_rl.conformance.checking.probes.changed_values import Path, leaves, with_leaf
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FEWEST, _SHARE = 3, 0.6
"""Seeds on which the step must be paid, and their share of those on which it was tried."""
_PAID = 0.5
"""Share of what a solution earns above nothing."""
_FEWEST_STEPS, _MOST_STEPS = 3, 4
"""Steps of a solution, and different steps of it that are changed."""
_TIMES = (1, 1000, 10**6)
"""How many times the amount that a solution takes is taken with a minus sign."""


def require_no_negative_shortcut(context: CheckContext) -> None:
    """Raise if one step with a negative amount, and a solution's last step, earn half as much.

    Only numbers that no solution makes negative are tried, and the same two steps with the
    solution's own amount must earn less.
    """
    if not context.survey.deterministic or "stochastic" in context.declared.capabilities:
        return
    solutions = [s for s in context.survey.solutions if not s.error]
    tried: dict[Path, int] = {}
    paid: dict[Path, list[Rollout]] = {}
    for solution in context.until_budget(solutions, least=_FEWEST):
        if len(solution.actions) < _FEWEST_STEPS:
            continue
        for path, rollout in _shortcuts(context, solution, solutions):
            tried[path] = tried.get(path, 0) + 1
            if rollout is not None:
                paid.setdefault(path, []).append(rollout)
    for path, rollouts in paid.items():
        if len(rollouts) >= max(_FEWEST, _SHARE * tried[path]):
            raise PropertyViolated(
                f"on {len(rollouts)} of {tried[path]} seeds, one step with a negative "
                f"{'.'.join(map(str, path))!r} and the last step of a solution earn "
                f"{rollouts[0].total:.4g}: {rollouts[0].actions[0]}; with the solution's own "
                "number the same steps earn less",
                rollouts[0].episode("negative amount"),
            )


def _shortcuts(
    context: CheckContext, solution: Rollout, solutions: list[Rollout]
) -> Iterator[tuple[Path, Rollout | None]]:
    """For each number of the first steps: the rollout with it negative, if that is paid."""
    least = context.floor + _PAID * (solution.total - context.floor)
    last = solution.actions[-1]
    found: dict[Path, Rollout | None] = {}
    for step in solution.actions[: min(_MOST_STEPS, len(solution.actions) - 1)]:
        for path, value in leaves(step):
            if type(value) not in (int, float) or value <= 0 or found.get(path):
                continue
            if any(_is_negative(action, path) for each in solutions for action in each.actions):
                continue
            found[path] = None
            if play(context, [step, last], solution.seed).total >= least:
                continue
            for times in _TIMES:
                changed = with_leaf(step, path, -value * times)
                if context.source.valid(changed):
                    rollout = play(context, [changed, last], solution.seed)
                    if not rollout.error and rollout.total >= least:
                        found[path] = rollout
                        break
    yield from found.items()


def _is_negative(action: Action, path: Path) -> bool:
    value = dict(leaves(action)).get(path)
    return isinstance(value, int | float) and value < 0
