"""Semantics: a formula that has no value in some rows is not paid like one that is right in all.

The formula of a solution, such as `=A + B`, is put into `=IF(A == 17, A + B, 1 / 0)`, where 17 is
what the first shown row holds and other shown rows do not.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, paid_like
from hallmark_rl.conformance.checking.probes.changed_values import leaves, with_leaf
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import first_message
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FURTHER, _FEWEST, _SHARE = 8, 3, 0.5
_FORMULA = re.compile(r"\s*=\s*(?P<body>[^=<>].*?)\s*", re.S)
_EQUAL, _SEPARATORS = ("=", "=="), (",", ";")


@check("semantic.failing_formulas")
def failing_formulas(context: CheckContext) -> None:
    """Let the formulas of solutions divide by zero in all rows but those like the first."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    tried = 0
    found: list[Episode] = []
    solutions = [*context.solutions, *more_solutions(context, _FURTHER)]
    for solution in context.until_budget(solutions, least=2 * _FEWEST):
        before = solution.actions[:-1]
        forms = [*_failing(context, solution)]
        tried += bool(forms)
        paid = (
            paid_like(context, solution, [*before, form], "a formula that fails") for form in forms
        )
        episode = next(filter(None, paid), None)
        found += [episode] if episode else []
    if not tried:
        raise NotApplicable("no answer is a formula over the columns of shown rows")
    if len(found) >= max(_FEWEST, _SHARE * tried):
        raise PropertyViolated(
            "a formula that has a value only in rows like the first shown one is paid like the "
            f"solution on {len(found)} of {tried} tasks: {found[0].calls[-1].action}",
            found[0],
        )


def _failing(context: CheckContext, solution: Rollout) -> Iterator[Action]:
    """The last action with formulas that divide by zero in some of the shown rows."""
    last = solution.actions[-1]
    for path, text in leaves(last):
        match = _FORMULA.fullmatch(text) if isinstance(text, str) else None
        if match is None:
            continue
        body = match["body"]
        for column, value in _columns(first_message(context, solution)):
            if not re.search(rf"(?<!\w){re.escape(column)}(?!\w)", body, re.I):
                continue
            for equal in _EQUAL:
                for separator in _SEPARATORS:
                    parts = f"{separator} ".join((f"{column} {equal} {value}", body, "1 / 0"))
                    yield with_leaf(last, path, f"=IF({parts})")
            break


def _columns(message: dict[str, Any]) -> Iterator[tuple[str, int | float]]:
    """Columns of shown rows whose number in the first row differs from one in another row."""
    for _, part in subtrees(message):
        for name, values in _named_columns(part).items():
            are_numbers = all(type(each) in (int, float) for each in values)
            if are_numbers and len(set(values)) > 1:
                yield name, values[0]


def _named_columns(part: Any) -> dict[str, list[Any]]:
    """The columns of a table: a list of objects, a list of lists (A, B, C), an object of lists."""
    if isinstance(part, dict):
        return {str(name): values for name, values in part.items() if isinstance(values, list)}
    if not isinstance(part, list) or len(part) < 2:
        return {}
    if all(isinstance(row, dict) for row in part):
        return {str(name): [row.get(name) for row in part] for name in part[0]}
    if all(isinstance(row, list) and len(row) == len(part[0]) for row in part):
        return {
            letter: list(column)
            for letter, column in zip(string.ascii_uppercase, zip(*part, strict=True), strict=False)
        }
    return {}
