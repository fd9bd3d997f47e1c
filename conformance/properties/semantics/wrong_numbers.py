"""Semantics: a number that is wrong, or right in another unit, is paid as what it is."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import confirm_share, solve
from hallmark_rl.conformance.checking.policies import more_solutions, play
from hallmark_rl.conformance.checking.probes.changed_values import leaves, with_leaf
from hallmark_rl.conformance.checking.probes.near_misses import is_one_shot_answer
from hallmark_rl.conformance.checking.probes.units import (
    WRONG_FACTORS,
    conversions,
    unit_fields,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.shortcut_answers import shown_to_agent
from hallmark_rl.conformance.survey.survey_data import Rollout

_SOLUTIONS = 6
_MOST_AMOUNTS = 3
_LARGEST_SHARE = 0.5
"""Share of tasks on which a wrong number may be paid in full: several may be right."""
_STATED = re.compile(
    r"toleran|within|approximat|estimat|nearest|round|about|close|margin|precis|accura|percent off"
    r"|±|at least|at most|less than|more than|enough",
    re.I,
)
"""Words that state a tolerance, or that many numbers are right."""
_CONFIDENCE = re.compile(r"confidence|probability|certainty|weight|temperature|priority", re.I)

Change = Callable[[Any], Any]
_CHANGES: dict[str, Change] = {
    "1 more": lambda value: value + 1,
    "1 less": lambda value: value - 1,
    "3 % more": lambda value: value * 1.03,
    "3 % less": lambda value: value * 0.97,
}
"""What is wrong with a number. A whole number is a count or an amount, and may not be one off; a
decimal number may be rounded, and 3 % are more than that."""
_LEAST_WHOLE_NUMBER = 12
"""Smaller whole numbers are choices, not amounts."""


@check("semantic.wrong_numbers")
def wrong_numbers(context: CheckContext) -> None:
    context.require_capability_absent("stochastic", "single returns depend on chance")
    if not is_one_shot_answer(context):
        raise NotApplicable("the oracle takes many steps, so there is no single answer")
    solutions = [*context.solutions, *more_solutions(context, _SOLUTIONS)][: 2 * _SOLUTIONS]
    numbers = {
        path[0]
        for solution in solutions
        for path, value in leaves(solution.actions[-1])
        if _is_amount(value)
    }
    names = sorted(str(name) for name in numbers if not _CONFIDENCE.search(str(name)))
    if not names:
        raise NotApplicable("the answer holds no number")
    if _STATED.search(_task_text(context, solutions[0])):
        raise NotApplicable("the task's text speaks of a tolerance or of limits")
    for name in names:
        for label, change in _CHANGES.items():
            outcomes = [_is_paid(context, s, name, change) for s in context.until_budget(solutions)]
            known = [outcome for outcome in outcomes if outcome is not None]
            if len(known) < 3 or sum(known) <= len(known) * _LARGEST_SHARE:
                continue

            def paid(seed: int, name: str = name, change: Change = change) -> bool | None:
                solution = solve(context, seed)
                return None if solution is None else _is_paid(context, solution, name, change)

            test = confirm_share(
                context, "semantic.wrong_numbers", paid, _LARGEST_SHARE, plays=4, name=label
            )
            if test:
                solution = solutions[outcomes.index(True)]
                text = f"{name!r} that is {label} than right earns as much as the right number"
                example = _changed(solution, name, change)
                rollout = Rollout(solution.seed, example or [], [], done=True)
                raise PropertyViolated(f"{text}; {test}", rollout.episode("a wrong number"))


def _is_amount(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return math.isfinite(value) and abs(value) >= _LEAST_WHOLE_NUMBER


def _task_text(context: CheckContext, solution: Rollout) -> str:
    """What an agent may read of the task: the first message and both descriptions."""
    seed = {} if solution.seed is None else {"seed": solution.seed}
    response = context.new_driver().reset(**seed)
    parts = [shown_to_agent(response.data or {}), context.survey.schema]
    documents = [context.subject.action_type.__doc__ if context.subject.action_type else ""]
    return json.dumps(parts, default=repr) + " ".join(text or "" for text in documents)


def _changed(solution: Rollout, name: str, change: Change) -> list[Action] | None:
    """The solution with the first amount of a field changed; None if the field holds none."""
    action = solution.actions[-1]
    for path, value in leaves(action):
        if path[0] == name and _is_amount(value):
            is_whole = isinstance(value, int)
            number = change(value)
            if is_whole != isinstance(number, int):
                return None
            if not is_whole and abs(number - value) <= 1.0 + 1e-9:
                return None
            return [*solution.actions[:-1], with_leaf(action, path, number)]
    return None


def _is_paid(context: CheckContext, solution: Rollout, name: str, change: Change) -> bool | None:
    """Whether a wrong number earns what the right one earns; None where that says nothing."""
    actions = _changed(solution, name, change)
    if actions is None or not context.source.valid(actions[-1]):
        return None
    far = _changed(solution, name, lambda value: value * 3 + 7)
    if far is None or not _earns_less(context, solution, far):
        return None  # the number does not matter, or many numbers are right
    return not _earns_less(context, solution, actions)


def _earns_less(context: CheckContext, solution: Rollout, actions: list[Action]) -> bool:
    rollout = play(context, actions, solution.seed)
    return bool(rollout.error) or rollout.total < solution.total - 1e-9


@check("semantic.units")
def units(context: CheckContext) -> None:
    """Convert the amount of a solution to another unit: rightly, and as wrong tables do."""
    fields = unit_fields(context.survey.schema)
    if not fields:
        raise NotApplicable("the action names no unit of measure")
    wrong: dict[tuple[str, str], list[tuple[float, Rollout]]] = {}
    tried: dict[tuple[str, str], int] = {}
    solutions = [*context.solutions, *more_solutions(context, 4 * _SOLUTIONS)]
    for solution in context.until_budget(solutions, least=8):
        action = solution.actions[-1]
        amounts = [path for path, value in leaves(action) if _is_number(value)]
        for path in amounts[:_MOST_AMOUNTS]:
            own = dict(leaves(action))[path]
            for field, known in fields.items():
                for unit, factor in conversions(action, field, known):
                    key = (f"{field}={unit!r}", str(path[0]))
                    tried[key] = tried.get(key, 0) + 1
                    for error in WRONG_FACTORS:
                        changed = with_leaf({**action, field: unit}, path, own * factor * error)
                        rollout = play(context, [*solution.actions[:-1], changed], solution.seed)
                        if rollout.error or rollout.total < solution.total - 1e-9:
                            continue
                        if not math.isclose(error, 1.0) and own:
                            wrong.setdefault(key, []).append((error, rollout))
                        break  # the right amount comes first: if it is paid, the unit is understood
    for key, rollouts in wrong.items():
        factors = {error for error, _ in rollouts}
        if len(factors) == 1 and len(rollouts) >= max(3, tried[key] // 2):
            error, rollout = rollouts[0]
            raise PropertyViolated(
                f"with {key[0]}, {error:g} times the right {key[1]!r} is paid, and the right "
                f"amount is not, on {len(rollouts)} of {tried[key]} seeds",
                rollout.episode("a wrong unit"),
            )
    if not tried:
        raise NotApplicable("no solution can be written in another unit")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
