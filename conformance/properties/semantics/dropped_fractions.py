"""Semantics: the fraction of an amount counts on both sides, or on neither.

A payment that is credited with its cents and debited in whole euros gives the cents away.
"""

from __future__ import annotations

import itertools
import math
import re

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import last_response
from hallmark_rl.conformance.checking.probes.changed_values import Path, leaves, with_leaf
from hallmark_rl.conformance.checking.probes.shown_amounts import shown_numbers
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FEWEST, _SHARE = 4, 0.75
_MOST_STEPS = 3
_MORE = 0.9
"""The fraction that is sent with an amount of 1. It is sent twice: rounding of what is shown would
not hide it twice."""
_ROUNDED = re.compile(
    r"\bround(s|ed|ing)?\b|\btruncat|\bfractions?\b|\b(started|begun) \w+"
    r"|\b(per|each|every|only|for) (\w+ )?(whole|full|complete)\b",
    re.I,
)
"""What texts say where a fraction does not count."""


@check("semantic.dropped_fractions")
def dropped_fractions(context: CheckContext) -> None:
    """Send 1, 2 and twice 1.9 as the amount of a step, and compare what changes alike."""
    context.require_deterministic()
    steps = [action for solution in context.solutions for action in solution.actions]
    if not any(type(value) is float for action in steps for _, value in leaves(action)):
        raise NotApplicable("no step of a solution has an amount that may have a fraction")
    if any(map(_ROUNDED.search, task_sentences(context))):
        raise NotApplicable("a text says that fractions are rounded or do not count")
    tried, found = 0, list[tuple[str, Episode]]()
    for solution in context.until_budget(context.solutions, least=_FEWEST):
        outcomes = _outcomes(context, solution)
        tried += bool(outcomes)
        found += [case for case in outcomes if case[0]][:1]
    if not tried:
        raise NotApplicable("no amount with a fraction changes two shown numbers alike")
    if len(found) >= max(_FEWEST, _SHARE * tried):
        text, episode = found[0]
        raise PropertyViolated(f"{text}; so on {len(found)} of {tried} seeds", episode)


def _outcomes(context: CheckContext, solution: Rollout) -> list[tuple[str, Episode]]:
    """For each pair of numbers that follow an amount, what is wrong, if anything, and the play."""
    made: list[tuple[str, Episode]] = []
    for place, action in enumerate(solution.actions[:_MOST_STEPS]):
        before = solution.actions[:place]
        for path, value in leaves(action):
            if type(value) is not float or value <= 0:
                continue
            sent = with_leaf(action, path, 1 + _MORE)
            play = Episode.of(solution.seed, [*before, sent, sent], "fractions", **solution.options)
            for first, second in itertools.permutations(
                _followers(context, solution, before, action, path).items(), 2
            ):
                if math.isclose(abs(first[1][0]), abs(second[1][0]), rel_tol=1e-6):
                    made.append((_text(sent, first, second), play))
    return made


def _followers(
    context: CheckContext, solution: Rollout, before: list[Action], action: Action, path: Path
) -> dict[str, tuple[float, float]]:
    """The numbers that change with an amount: by how much for 1, and for twice 1.9."""
    start = _shown(context, solution, before)
    once, double = (
        _shown(context, solution, [*before, with_leaf(action, path, amount)])
        for amount in (1.0, 2.0)
    )
    sent = with_leaf(action, path, 1 + _MORE)
    twice = _shown(context, solution, [*before, sent, sent])
    return {
        key: (once[key] - number, twice[key] - number)
        for key, number in start.items()
        if all(key in shown for shown in (once, double, twice))
        and not math.isclose(once[key], number)
        and math.isclose(double[key] - number, 2 * (once[key] - number), rel_tol=1e-6)
    }


def _shown(context: CheckContext, solution: Rollout, actions: list[Action]) -> dict[str, float]:
    if not all(map(context.source.valid, actions)):
        return {}
    response = last_response(context, solution.seed, actions)
    shown = {} if response is None else shown_numbers(response.data)
    return {path: round(number, 6) for path, number in shown.items()}


def _text(
    sent: Action, whole: tuple[str, tuple[float, float]], exact: tuple[str, tuple[float, float]]
) -> str:
    """What is wrong where one number loses the fraction and the other one does not."""
    (one, (unit, changed)), (other, (rate, credited)) = whole, exact
    is_dropped = math.isclose(changed, 2 * unit, rel_tol=1e-6)
    if not is_dropped or not math.isclose(credited, 2 * (1 + _MORE) * rate, rel_tol=1e-6):
        return ""
    return (
        f"{to_json(sent)} twice changes {other!r} by {credited:g} and {one!r} by {changed:g}, "
        "though both change by the same for whole amounts"
    )
