"""Semantics: an answer that says two things that exclude each other is not right for both."""

from __future__ import annotations

import itertools
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, paid_like
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FRESH = 40
"""Further seeds that are solved to find both kinds of answers."""
_FEWEST, _MOST = 3, 8
"""Seeds of each kind of answer that are needed, and on which the other one is added."""


@check("semantic.contradictory_answers")
def contradictory_answers(context: CheckContext) -> None:
    """Set the flag in answers that fill the field, and fill the field in answers with the flag."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    if not any(type(value) is bool for s in context.solutions for value in s.actions[-1].values()):
        raise NotApplicable("no solution holds a flag")
    solutions = [*context.solutions, *more_solutions(context, _FRESH)]
    pairs = _pairs(solutions)
    if not pairs:
        raise NotApplicable("no solution sets a flag where others fill a field")
    enough = False
    for flag, field in pairs:
        flagged = [s for s in solutions if s.actions[-1].get(flag)][:_MOST]
        filled = [s for s in solutions if not s.actions[-1].get(flag)][:_MOST]
        if min(len(flagged), len(filled)) < _FEWEST:
            continue
        enough = True
        both = [
            *(_paid(context, solution, {flag: True}) for solution in filled),
            *(
                _paid(context, solution, {field: other.actions[-1][field]})
                for solution, other in zip(flagged, itertools.cycle(filled), strict=False)
            ),
        ]
        paid = [episode for episode in both if episode is not None]
        if len(paid) == len(both):
            raise PropertyViolated(
                f"solutions either set {flag!r} or fill {field!r}; an answer that does both is "
                f"paid on all of {len(filled)} seeds of the one kind and {len(flagged)} of the "
                f"other: {to_json(paid[0].calls[-1].action)[:200]}",
                paid[0],
            )
    if not enough:
        raise EvidenceMissing(f"fewer than {_FEWEST} seeds of both kinds of answers were found")


def _pairs(solutions: list[Rollout]) -> list[tuple[str, str]]:
    """A flag, and a field that is filled in exactly those last actions that do not set it."""
    last = [solution.actions[-1] for solution in solutions]
    flags = [name for name in _names(last) if {*map(type, _values(last, name))} == {bool}]
    return [
        (flag, field)
        for flag in flags
        if len({*_values(last, flag)}) == 2
        for field in _names(last)
        if all(isinstance(value, list | str | None) for value in _values(last, field))
        and all(bool(action.get(field)) != action.get(flag) for action in last)
    ]


def _names(actions: list[Action]) -> list[str]:
    return [name for name in dict.fromkeys(itertools.chain(*actions)) if name != "metadata"]


def _values(actions: list[Action], name: str) -> list[Any]:
    return [action.get(name) for action in actions]


def _paid(context: CheckContext, solution: Rollout, change: Action) -> Episode | None:
    """The solution with a change to its last action, if it is paid like the solution."""
    *before, last = solution.actions
    return paid_like(context, solution, [*before, {**last, **change}], "both at once")
