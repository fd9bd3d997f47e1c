"""Semantics: a false assertion is not paid like a set of tests that finds mistakes.

Where an agent writes tests, and is paid for the faulty programs on which they fail, a test that
fails on every program finds all of them. The right program has to pass it first.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, paid_like
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_ASSERTION = re.compile(r"(\s*(?:assert )?.*\S\(.*\)) == (.+?)(\s*)")
"""A line that claims what a call returns: `f(2) == 4`, with or without `assert`."""
_SOLUTIONS = 12
_FEWEST = 3
"""Tasks on which a false assertion must be paid, and on most of those that were tried."""


@check("semantic.false_assertions")
def false_assertions(context: CheckContext) -> None:
    """Hand in one assertion of each solution alone, with another value."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    paid: dict[str, list[Episode]] = {}
    tried: dict[str, int] = {}
    solutions = [*context.solutions, *more_solutions(context, _SOLUTIONS)]
    for solution in context.until_budget(solutions, least=2 * _FEWEST):
        for name, wrong in _false(solution):
            if not context.source.valid(wrong):
                continue
            tried[name] = tried.get(name, 0) + 1
            actions = [*solution.actions[:-1], wrong]
            episode = paid_like(context, solution, actions, "one false assertion")
            if episode is not None:
                paid.setdefault(name, []).append(episode)
    if not tried:
        raise NotApplicable("no solution consists of several assertions about calls")
    for name, episodes in paid.items():
        if len(episodes) >= _FEWEST and 2 * len(episodes) > tried[name]:
            raise PropertyViolated(
                f"one false assertion in {name!r} is paid like the whole solution on "
                f"{len(episodes)} of {tried[name]} tasks: {episodes[0].actions[-1]}",
                episodes[0],
            )


def _false(solution: Rollout) -> Iterator[tuple[str, Action]]:
    """The last action with one of its assertions only, which is made false, by its field."""
    last = solution.actions[-1]
    for name, value in last.items():
        lines, joined = _lines(value)
        places = [place for place, line in enumerate(lines) if _ASSERTION.fullmatch(line)]
        if len(places) < 2:
            continue
        wrong = _with_other_value(lines[places[0]])
        if wrong is not None:
            kept = [line for place, line in enumerate(lines) if place not in places[1:]]
            kept[kept.index(lines[places[0]])] = wrong
            yield name, {**last, name: joined(kept)}


def _lines(value: Any) -> tuple[list[str], Callable[[list[str]], Any]]:
    """The items of a list of texts, or the lines of a text, and how they are put together."""
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return value, list
    return (value.split("\n") if isinstance(value, str) else []), "\n".join


def _with_other_value(line: str) -> str | None:
    """The assertion with another value; None if it is no literal."""
    found = _ASSERTION.fullmatch(line)
    try:
        value = ast.literal_eval(found[2]) if found else None
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    if found is None or value is None:
        return None
    other: Any = (
        not value
        if isinstance(value, bool)
        else value + 17
        if isinstance(value, int | float)
        else value + "x"
        if isinstance(value, str)
        else [value, 17]
    )
    return f"{found[1]} == {other!r}{found[3]}"
