"""Semantics: a number that is wrong, or right in another unit, is paid as what it is."""

from __future__ import annotations

import functools
import json
import math
import re
from collections.abc import Callable
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import confirm_share, solve
from hallmark_rl.conformance.checking.policies import more_solutions, play
from hallmark_rl.conformance.checking.probes.changed_values import Path, leaves, with_leaf
from hallmark_rl.conformance.checking.probes.near_misses import is_one_shot_answer
from hallmark_rl.conformance.checking.probes.units import (
    WRONG_FACTORS,
    conversions,
    unit_fields,
)
from hallmark_rl.conformance.checking.probes.written_numbers import WrittenNumber, read_number
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent, task_sentences
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.judged_fields import is_judged_at_a_variant
from hallmark_rl.conformance.survey.survey_data import Rollout

_SOLUTIONS = 6
_MOST_AMOUNTS = 3
_LARGEST_SHARE = 0.5
"""Share of tasks on which a wrong number may be paid in full: several may be right."""
_STATED = re.compile(
    r"toleran|within|approximat|estimat|nearest|round|about (?:\d|how|the)|close to|margin|precis"
    r"|accura|percent off|±|at least|at most|less than|more than|enough"
    r"|too[ _-](?:low|high|small|large|little|much)|or (?:an? )?(?:higher|lower|more|less|larger)",
    re.I,
)
"""Words that state a tolerance, or that many numbers are right."""
_TOLERANCE = re.compile(
    r"toleran|\bwithin [\d.]|±|\b[\d.]+ ?(?:%|percent|points?|units?|\w{1,3})? (?:off|away)\b", re.I
)
"""The same in a README, which says much else."""
_CONFIDENCE = re.compile(r"confidence|probability|certainty|weight|temperature|priority", re.I)

_NO_AMOUNT = re.compile(r"(^|[._])(id|ids|seed|time|timestamp|step|turn|page|offset)([._]|$)", re.I)
_MANY_STEPS = 3
_LEAST_SHARE_AT_END = 0.5
"""Share of the return that the last step of a long solution must earn to hold its answer."""
_MONEY = re.compile(r"€|\$|£|\b(euros?|dollars?|pounds?|cents?|usd|eur|gbp|price|pay|cost)\b", re.I)


@check("semantic.wrong_numbers")
def wrong_numbers(context: CheckContext) -> None:
    context.require_capability_absent("stochastic", "single returns depend on chance")
    if not is_one_shot_answer(context) and not all(map(_is_answered, context.solutions)):
        raise NotApplicable("the oracle takes many steps, so there is no single answer")
    solutions = [*context.solutions, *more_solutions(context, _SOLUTIONS)][: 2 * _SOLUTIONS]
    numbers = {
        path[0]
        for solution in solutions
        for path, value in leaves(solution.actions[-1])
        if read_number(value) is not None
    }
    names = sorted(str(name) for name in numbers if not _CONFIDENCE.search(str(name)))
    names = [name for name in names if not _is_one_of_many(solutions, name)]
    if not names:
        raise NotApplicable("the answer holds no number, or is one of many that the steps send")
    for name in names:
        _require_effect(context, solutions, name)
    text = _task_text(context, solutions[0])
    told = task_sentences(context, solutions[0])
    if _STATED.search(text) or any(map(_TOLERANCE.search, told)):
        raise NotApplicable("the task's text speaks of a tolerance or of limits")
    is_money = bool(_MONEY.search(text))
    for name in names:
        if _is_plan(solutions, name):
            continue
        for label in _labels(solutions, name, is_money=is_money):
            change = functools.partial(_changed, name=name, label=label, is_money=is_money)
            outcomes = [_is_paid(context, s, name, change) for s in context.until_budget(solutions)]
            known = [outcome for outcome in outcomes if outcome is not None]
            if len(known) < 3 or sum(known) <= len(known) * _LARGEST_SHARE:
                continue

            def paid(seed: int, name: str = name, change: Any = change) -> bool | None:
                solution = solve(context, seed)
                return None if solution is None else _is_paid(context, solution, name, change)

            test = confirm_share(
                context, "semantic.wrong_numbers", paid, _LARGEST_SHARE, plays=4, name=label
            )
            if test:
                solution = solutions[outcomes.index(True)]
                text = f"{name!r} that is {label} than right earns as much as the right number"
                example = change(solution)
                rollout = Rollout(solution.seed, example or [], [], done=True)
                raise PropertyViolated(f"{text}; {test}", rollout.episode("a wrong number"))


def _task_text(context: CheckContext, solution: Rollout) -> str:
    """What an agent may read of the task: the first message, both models and a description."""
    seed = {} if solution.seed is None else {"seed": solution.seed}
    response = context.new_driver().reset(**seed)
    parts = [shown_to_agent(response.data or {}), context.survey.schema]
    model: Any = context.subject.observation_type
    if hasattr(model, "model_json_schema"):
        parts.append(model.model_json_schema())
    documents = [context.subject.action_type.__doc__ if context.subject.action_type else ""]
    return json.dumps(parts, default=repr) + " ".join(text or "" for text in documents)


def _is_answered(solution: Rollout) -> bool:
    """Whether the last step of a solution is graded: it ends the episode and is paid most."""
    return solution.done and solution.rewards[-1] > _LEAST_SHARE_AT_END * solution.total > 0


def _is_one_of_many(solutions: list[Rollout], name: str) -> bool:
    """Whether each step of a solution sends the number, so that the last one is no answer."""

    def rest(action: Action) -> Action:
        return {key: value for key, value in action.items() if isinstance(value, str | bool)}

    return any(
        len(solution.actions) >= _MANY_STEPS
        and all(read_number(action.get(name)) is not None for action in solution.actions)
        and all(rest(action) == rest(solution.actions[-1]) for action in solution.actions)
        for solution in solutions
    )


def _require_effect(context: CheckContext, solutions: list[Rollout], name: str) -> None:
    """Raise if a number that differs between solutions can be anything."""
    places = [_amount(solution, name) for solution in solutions]
    if len({place[1].value for place in places if place is not None}) < 3:
        return

    def is_ignored(solution: Rollout) -> bool | None:
        place = _amount(solution, name)
        if place is None or _NO_AMOUNT.search(".".join(map(str, place[0]))):
            return None
        action, number = solution.actions[-1], place[1]
        wrong = [number.written(number.value * 3 + 7), number.written(number.value // 2 + 1)]
        made = [with_leaf(action, place[0], value) for value in wrong]
        valid = [item for item in made if context.source.valid(item)]
        if not valid:
            return None
        before = solution.actions[:-1]
        return not any(_earns_less(context, solution, [*before, item]) for item in valid)

    outcomes = [is_ignored(solution) for solution in context.until_budget(solutions)]
    known = [outcome for outcome in outcomes if outcome is not None]
    if len(known) < 3 or sum(known) <= len(known) * _LARGEST_SHARE:
        return

    def ignored(seed: int) -> bool | None:
        solution = solve(context, seed)
        return None if solution is None else is_ignored(solution)

    test = confirm_share(
        context, "semantic.wrong_numbers", ignored, _LARGEST_SHARE, plays=3, name=f"any {name}"
    )
    if test and not is_judged_at_a_variant(context, name):
        solution = solutions[outcomes.index(True)]
        place = next(place for place in places if place is not None)
        field = ".".join(map(str, place[0]))
        raise PropertyViolated(
            f"any number in {field!r} is paid like the right one: it is not judged; {test}",
            solution.episode("the number of the last action can be anything"),
        )


def _labels(solutions: list[Rollout], name: str, *, is_money: bool) -> list[str]:
    """What may be wrong with the number of a field, by name, in any of the solutions."""
    labels: dict[str, None] = {}
    for solution in solutions:
        place = _amount(solution, name)
        if place is not None:
            labels |= dict.fromkeys(label for label, _ in place[1].wrong(is_money=is_money))
    return list(labels)


def _is_plan(solutions: list[Rollout], name: str) -> bool:
    """Whether a field lists several objects, such as the legs of a tour: one chooses their numbers,
    and a choice may leave room, as a minute more of waiting does."""
    lists = [solution.actions[-1].get(name) for solution in solutions]
    return any(
        isinstance(items, list) and sum(isinstance(item, dict) for item in items) > 1
        for items in lists
    )


def _amount(solution: Rollout, name: str) -> tuple[Path, WrittenNumber] | None:
    """The path and value of the first amount of a field; None if it holds none."""
    for path, value in leaves(solution.actions[-1]):
        number = read_number(value) if path[0] == name else None
        if number is not None:
            return path, number
    return None


def _changed(solution: Rollout, name: str, label: str, *, is_money: bool) -> list[Action] | None:
    """The solution with a wrong number in a field; None if it holds none to which this applies."""
    place = _amount(solution, name)
    wrong = dict(place[1].wrong(is_money=is_money)) if place is not None else {}
    if place is None or label not in wrong:
        return None
    action = solution.actions[-1]
    return [*solution.actions[:-1], with_leaf(action, place[0], wrong[label])]


def _is_paid(
    context: CheckContext,
    solution: Rollout,
    name: str,
    change: Callable[[Rollout], list[Action] | None],
) -> bool | None:
    """Whether a wrong number earns what the right one earns; None where that says nothing."""
    actions, place = change(solution), _amount(solution, name)
    if actions is None or place is None or not context.source.valid(actions[-1]):
        return None
    path, number = place
    made = [
        with_leaf(solution.actions[-1], path, number.written(value))
        for value in (number.value * 3 + 7, number.value // 3)
    ]
    far_off = next(filter(context.source.valid, made), None)
    if far_off is None or not _earns_less(context, solution, [*solution.actions[:-1], far_off]):
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
