"""Semantics: a field of a structured answer that is judged if it is there must be there.

A grader that compares the fields which an answer has pays an answer that leaves out whatever it is
not sure of.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import paid_like
from hallmark_rl.conformance.checking.probes.nested_values import containers_in
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.solved_levels import solutions_of_levels
from hallmark_rl.conformance.survey.survey_data import Rollout

_FEWEST, _SHARE = 4, 0.6
"""Tasks on which fields must be free, and their share of those that were tried."""
_FEWEST_FIELDS, _MOST_FIELDS = 2, 12
_ALLOWED = re.compile(
    r"\boptional\b|\b(may|can|need not) be (left out|omitted|missing|absent)\b|\bleave out\b"
    r"|\bdefaults? to\b|\bif (it is )?(given|present)\b|\bwithout a unit\b",
    re.I,
)
"""A sentence by which a field may be missing."""


@check("semantic.left_out_fields")
def left_out_fields(context: CheckContext) -> None:
    """Leave fields out of the objects in an answer, and put wrong values into the same fields."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    if any(_ALLOWED.search(sentence) for sentence in task_sentences(context)):
        raise NotApplicable("a text says that fields may be left out")
    solutions = solutions_of_levels(context, lambda each: any(_objects(each.actions[-1])))
    paid: dict[str, list[tuple[Episode, list[str]]]] = {}
    tried: dict[str, int] = {}
    for solution in context.until_budget(solutions, least=2 * _FEWEST):
        for name, fields, replaced in _objects(solution.actions[-1]):
            tried[name] = tried.get(name, 0) + 1
            others = [
                other
                for each in solutions
                for key, other, _ in _objects(each.actions[-1])
                if key == name
            ]
            free = [
                key for key in fields if _is_free(context, solution, fields, replaced, key, others)
            ]
            rest = {key: value for key, value in fields.items() if key not in free}
            found = _paid(context, solution, replaced(rest)) if free else None
            if found:
                paid.setdefault(name, []).append((found, free))
    if not tried:
        raise NotApplicable("no answer holds an object with several fields")
    for name, cases in paid.items():
        if len(cases) >= _FEWEST and len(cases) >= _SHARE * tried[name]:
            episode, free = cases[0]
            raise PropertyViolated(
                f"on {len(cases)} of {tried[name]} tasks an answer without {', '.join(free)} in "
                f"{name!r} earns what the whole earns, and wrong values there earn less",
                episode,
            )


def _objects(action: Action) -> Iterator[tuple[str, dict[str, Any], Callable[[Any], Action]]]:
    """The objects inside of an action with several fields, also in its JSON texts."""
    for name, value, replaced in containers_in(action):
        inner = value is not action and isinstance(value, dict)
        if inner and _FEWEST_FIELDS <= len(value) <= _MOST_FIELDS:
            yield name, value, replaced


def _is_free(
    context: CheckContext,
    solution: Rollout,
    fields: dict[str, Any],
    replaced: Callable[[Any], Action],
    key: str,
    others: list[dict[str, Any]],
) -> bool:
    """Whether a field may be missing, though a value of another answer there is wrong."""
    rest = {name: value for name, value in fields.items() if name != key}
    if _paid(context, solution, replaced(rest)) is None:
        return False
    wrong = [other[key] for other in others if key in other and other[key] != fields[key]][:2]
    return bool(wrong) and all(
        _paid(context, solution, replaced({**fields, key: value})) is None for value in wrong
    )


def _paid(context: CheckContext, solution: Rollout, last: Action) -> Episode | None:
    return paid_like(context, solution, [*solution.actions[:-1], last], "fields left out")
