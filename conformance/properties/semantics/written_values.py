"""Semantics: how a value is written does not tell whether its item is part of the answer.

Where right values are drawn as whole numbers and wrong ones to a tenth, the decimals tell them
apart.
"""

from __future__ import annotations

import functools
import json
import math
import re
from collections.abc import Callable, Mapping
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import confirm_share, solve
from hallmark_rl.conformance.checking.policies import more_solutions
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import (
    first_message,
    task_sentences,
)
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FRESH, _FEWEST = 24, 8
_FEWEST_ITEMS, _FEWEST_ANSWERS = 3, 2
_LARGEST_SHARE = 0.5
"""Share of tasks on which one form may by chance be that of all right values and of no other."""
_TOLD = re.compile(
    r"\b((whole|round|odd|even) numbers?|integers?|fractions?|decimals?|divisib\w+)\b", re.I
)
"""Words of tasks that are about the form of numbers."""
_FORMS: dict[str, Callable[[float], bool]] = {
    "no whole number": lambda value: value != int(value),
    "a whole number": lambda value: value == int(value),
    "an odd number": lambda value: value % 2 == 1,
    "an even number": lambda value: value % 2 == 0,
    "no multiple of 10": lambda value: value % 10 != 0,
    "a multiple of 10": lambda value: value % 10 == 0,
}

_Table = Mapping[str, float]
"""The number of each item, by the item's name."""


@check("semantic.written_values")
def written_values(context: CheckContext) -> None:
    """Compare the items of right answers with those whose numbers have one form."""
    context.require_capability_absent("single_task", "there is one task")
    if any(map(_TOLD.search, task_sentences(context, context.solutions[0]))):
        raise NotApplicable("a text speaks of the form of numbers")
    solutions = [*context.solutions, *more_solutions(context, _FRESH)]
    shown = [(solution, _tables(context, solution)) for solution in solutions]
    was_compared = False
    for path in shown[0][1]:
        for form in _FORMS:
            outcomes = [_agrees(solution, tables, path, form) for solution, tables in shown]
            known = [outcome for outcome in outcomes if outcome is not None]
            was_compared = was_compared or len(known) >= _FEWEST
            if len(known) < _FEWEST or sum(known) <= _LARGEST_SHARE * len(known):
                continue
            named = {
                frozenset(_named(solution, tables[path]))
                for (solution, tables), agrees in zip(shown, outcomes, strict=True)
                if agrees
            }
            if len(named) < _FEWEST_ANSWERS:
                continue  # a word that stands in each answer, or one right answer
            trial = functools.partial(_agrees_on_seed, context, path, form)
            test = confirm_share(
                context, "semantic.written_values", trial, _LARGEST_SHARE, name=f"{path} {form}"
            )
            if test:
                solution = shown[outcomes.index(True)][0]
                raise PropertyViolated(
                    f"the items whose {path} is {form} are the right ones on {sum(known)} of "
                    f"{len(known)} tasks; {test}",
                    solution.episode("how values are written"),
                )
    if not was_compared:
        raise NotApplicable("no answer names some of several items with numbers of their own")


def _tables(context: CheckContext, solution: Rollout) -> dict[str, _Table]:
    """The tables that the first message shows: an object of numbers, or a list of records."""
    data = first_message(context, solution)
    found: dict[str, _Table] = {}
    for path, part in subtrees(data):
        if part is not data and isinstance(part, dict) and all(map(_is_number, part.values())):
            found[path] = part
        elif isinstance(part, list) and part and all(isinstance(item, dict) for item in part):
            found |= _columns(path, part)
    return {path: table for path, table in found.items() if len(table) >= _FEWEST_ITEMS}


def _columns(path: str, records: list[dict[str, Any]]) -> dict[str, _Table]:
    """Each column of numbers, by the first column of different texts."""
    keys = [key for key in records[0] if all(key in record for record in records)]
    names = next(
        (
            [record[key] for record in records]
            for key in keys
            if all(isinstance(record[key], str) for record in records)
            and len({record[key] for record in records}) == len(records)
        ),
        None,
    )
    if names is None:
        return {}
    return {
        f"{path}.{key}": dict(zip(names, (record[key] for record in records), strict=True))
        for key in keys
        if all(_is_number(record[key]) for record in records)
    }


def _is_number(value: Any) -> bool:
    return type(value) is int or (type(value) is float and math.isfinite(value))


def _agrees(solution: Rollout, tables: Mapping[str, _Table], path: str, form: str) -> bool | None:
    """Whether the items of an answer are those with the form; None if it names none, or all.

    Nor does it tell if the answer names the items with 0, or the others: 0 is the amount of none.
    """
    table = tables.get(path, {})
    named = _named(solution, table)
    zeros = {name for name, value in table.items() if value == 0}
    if not named or len(named) == len(table) or named in (zeros, set(table) - zeros):
        return None
    return named == {name for name, value in table.items() if _FORMS[form](value)}


def _named(solution: Rollout, table: _Table) -> set[str]:
    """The items of a table whose names stand in the answer."""
    answer = json.dumps(solution.actions[-1], default=repr)
    return {name for name in table if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", answer)}


def _agrees_on_seed(context: CheckContext, path: str, form: str, seed: int) -> bool | None:
    solution = solve(context, seed)
    if solution is None:
        return None
    return _agrees(solution, _tables(context, solution), path, form)
