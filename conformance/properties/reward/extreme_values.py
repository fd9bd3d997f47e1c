"""Reward: extreme numbers and negative indices earn nothing."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from hallmark_rl.conformance.checking.chance_in_steps import chance_decides
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.found_solutions import is_best_known
from hallmark_rl.conformance.checking.policies import oracle_margin, play
from hallmark_rl.conformance.checking.probes.changed_values import (
    Path,
    leaves,
    with_extreme_numbers,
    with_leaf,
    with_not_finite_numbers,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.reward.negative_shortcuts import (
    require_no_negative_shortcut,
)
from hallmark_rl.conformance.survey.survey_data import Rollout

_TIMES = 10.0
"""How many times the largest known return is too much, where no oracle says what is best."""
_REPEATED = 12
_FEWEST_PAID = 3
"""Seeds on which NaN or infinity must be paid."""
_ORDINARY = (0.0, 1.0, -1.0, 12.5, 1000.0, -1000.0)
"""Numbers with which NaN and infinity are compared where no solution is known."""


@check("reward.extreme_numbers")
def extreme_numbers(context: CheckContext) -> None:
    """Change one number of a valid action or of a solution, and play on."""
    tried = 0
    best = _largest_known(context)
    for trial in context.until_budget(_trials(context), least=80):
        if not all(context.source.valid(action) for action in trial.actions):
            continue
        tried += 1
        rollout = play(context, trial.actions, trial.seed)
        if not math.isfinite(rollout.total):
            text = f"{trial.name}: the return is {rollout.total}"
            raise PropertyViolated(text, rollout.episode("extreme number"))
        limit = trial.limit if trial.limit is not None else _TIMES * best
        if rollout.total > limit and _is_repeated(context, trial, limit):
            known = "the oracle earns" if trial.limit is not None else "the largest known return is"
            text = f"{trial.name}: the episode earns {rollout.total:.4g}, {known}"
            value = limit if trial.limit is not None else best
            raise PropertyViolated(f"{text} {value:.4g}", rollout.episode("extreme number"))
    if tried:
        require_no_negative_shortcut(context)
    elif not any(_has_number(solution) for solution in context.survey.solutions):
        raise NotApplicable("the actions hold no numbers whose range is open")
    _require_finite_answers(context)
    if not context.survey.solutions:
        _require_finite_actions(context)


def _require_finite_answers(context: CheckContext) -> None:
    """Raise if NaN or infinity is paid like a right number, where other wrong numbers are not."""
    if not context.survey.deterministic or "stochastic" in context.declared.capabilities:
        return
    solved = [solution for solution in context.survey.solutions if not solution.error]
    paid: dict[str, list[Rollout]] = {}
    for solution in context.until_budget([s for s in solved if s.actions], least=4):
        least = solution.total - oracle_margin(context)
        for before, action, after in _steps_with_numbers(solution):
            for name, wrong, odd in with_not_finite_numbers(action):
                found = _paid_first(context, solution, [[*before, o, *after] for o in odd], least)
                others = [[*before, other, *after] for other in wrong]
                valid = [steps for steps in others if all(map(context.source.valid, steps))]
                if found and valid and not _paid_first(context, solution, valid, least):
                    paid.setdefault(name, []).append(found)
    for name, rollouts in paid.items():
        if len(rollouts) >= _FEWEST_PAID:
            raise PropertyViolated(
                f"NaN, infinity or 400 digits in place of {name!r} are paid like the right one on "
                f"{len(rollouts)} seeds: {rollouts[0].actions[-2:]}",
                rollouts[0].episode("not a finite number"),
            )


def _has_number(solution: Rollout) -> bool:
    return any(True for action in solution.actions[:3] for _ in with_not_finite_numbers(action))


def _steps_with_numbers(
    solution: Rollout,
) -> Iterator[tuple[list[Action], Action, list[Action]]]:
    """Some steps of a solution, what is before and after each; the first with the last one only."""
    actions = solution.actions
    yield actions[:-1], actions[-1], []
    if len(actions) > 1:
        yield [], actions[0], actions[-1:]
    if len(actions) > 2:
        for place in sorted({0, 1, len(actions) - 2}):
            yield actions[:place], actions[place], actions[place + 1 :]


def _paid_first(
    context: CheckContext, solution: Rollout, tries: list[list[Action]], least: float
) -> Rollout | None:
    """The first of the valid tries that earns at least `least`."""
    for actions in tries:
        if all(map(context.source.valid, actions)):
            rollout = play(context, actions, solution.seed)
            if not rollout.error and rollout.total >= least:
                return rollout
    return None


def _require_finite_actions(context: CheckContext) -> None:
    """Raise if actions of NaN or infinities only are paid, and none with other numbers is.

    This needs no solution: all numbers of a valid action are exchanged at once.
    """
    if not context.survey.deterministic or "stochastic" in context.declared.capabilities:
        return
    tried: set[str] = set()
    for base in context.until_budget(context.pool, least=12):
        floats = [path for path, value in leaves(base) if isinstance(value, float)]
        key = to_json(_with_all(base, floats, 0.0))
        if not floats or key in tried:
            continue
        tried.add(key)
        others = [_with_all(base, floats, number) for number in _ORDINARY]
        for odd in (math.nan, math.inf, -math.inf):
            action = _with_all(base, floats, odd)
            if not context.source.valid(action):
                continue
            rollouts = [play(context, [action], seed) for seed in context.seeds[:_FEWEST_PAID]]
            usual = max(
                play(context, [other], seed).total
                for other in [base, *filter(context.source.valid, others)]
                for seed in context.seeds[:_FEWEST_PAID]
            )
            if any(rollout.error for rollout in rollouts):
                continue
            least = min(rollout.total for rollout in rollouts)
            if least > max(0.0, usual) + 1e-6:
                raise PropertyViolated(
                    f"an action whose numbers are all {odd} earns at least {least:.4g} on "
                    f"{len(rollouts)} seeds, with ordinary numbers at most {usual:.4g}: {action}",
                    rollouts[0].episode("not a finite number"),
                )


def _with_all(action: Action, paths: list[Path], number: float) -> Action:
    for path in paths:
        action = with_leaf(action, path, number)
    return action


@dataclass(frozen=True)
class _Trial:
    """Actions to play; `limit` is what they may earn, None where the oracle did not play."""

    name: str
    seed: int | None
    actions: list[Action]
    limit: float | None = None


def _trials(context: CheckContext) -> Iterator[_Trial]:
    seed = context.seeds[0]
    bases = context.pool[:6]
    named = [pair for base in bases for pair in with_extreme_numbers(base)]
    solved = [one for one in context.survey.solutions if one.actions and not one.error][:2]
    sure = context.survey.deterministic and "stochastic" not in context.declared.capabilities
    sure = sure and not (solved and chance_decides(context))
    for solution in solved:
        limit = None
        if sure and is_best_known(solution, context.survey):
            limit = solution.total + oracle_margin(context) + 0.05 * abs(context.scale)
        for place in sorted({0, len(solution.actions) - 1}):
            for name, changed in with_extreme_numbers(solution.actions[place]):
                actions = [*solution.actions[:place], changed, *solution.actions[place + 1 :]]
                yield _Trial(f"{name} in a solution", solution.seed, actions, limit)
    for name, action in named:
        yield _Trial(name, seed, [action, *bases[:2]])
        yield _Trial(f"{name}, repeated", seed, [action] * _REPEATED)


def _largest_known(context: CheckContext) -> float:
    """The largest absolute return of ordinary episodes, or the declared maximum; at least 1."""
    survey = context.survey
    rollouts = [*survey.solutions, *survey.random_rollouts, *survey.null_rollouts]
    known = [abs(rollout.total) for rollout in rollouts if math.isfinite(rollout.total)]
    return max([1.0, abs(context.declared.high or 0.0), *known])


def _is_repeated(context: CheckContext, trial: _Trial, limit: float) -> bool:
    """Whether the same actions earn as much again, on the same seed and one more."""
    again = play(context, trial.actions, trial.seed).total
    if trial.limit is not None:
        return again > limit
    others = [play(context, trial.actions, seed).total for seed in context.seeds[1:3]]
    return again > limit and any(total > limit for total in others)


@check("reward.negative_index")
def negative_index(context: CheckContext) -> None:
    """Play solutions with an index counted from the end of a list that the message shows."""
    wins: dict[tuple[str, str], list[Rollout]] = {}
    values: dict[tuple[str, str], set[int]] = {}
    tried: dict[tuple[str, str], int] = {}
    for solution in context.until_budget(context.solutions, least=4):
        response = context.new_driver().reset(seed=solution.seed)
        lists = {
            key: len(value)
            for key, value in (response.data or {}).items()
            if isinstance(value, list) and 1 < len(value) <= 60
        }
        for path, value in leaves(solution.actions[-1]):
            for key, length in lists.items():
                if isinstance(value, bool) or not isinstance(value, int):
                    continue
                changed = with_leaf(solution.actions[-1], path, value - length)
                if not 0 <= value < length or not context.source.valid(changed):
                    continue
                place = ".".join(map(str, path)), key
                tried[place] = tried.get(place, 0) + 1
                values.setdefault(place, set()).add(value)
                rollout = play(context, [*solution.actions[:-1], changed], solution.seed)
                if rollout.total >= solution.total - oracle_margin(context):
                    wins.setdefault(place, []).append(rollout)
    if not tried:
        raise NotApplicable("no answer is an index of a list, or the model refuses negative ones")
    for place, rollouts in wins.items():
        if len(rollouts) == tried[place] >= 3 and len(values[place]) >= 2:
            text = f"{place[0]!r} counted from the end of {place[1]!r} (a negative number)"
            raise PropertyViolated(
                f"{text} is paid like the answer on {len(rollouts)} seeds",
                rollouts[0].episode("negative index"),
            )
