"""Semantics: results that the lines of an answer state are judged.

An answer may be a list of claims, such as tests that name what a call returns. If claims that are
all false are paid like true ones, nothing compares them with the truth.
"""

from __future__ import annotations

import ast
import re
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, paid_like
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_SEEDS, _FEWEST = 8, 3
_LEAST_SHARE = 0.75
"""Share of the seeds on which false results must be paid."""
_FEWEST_LINES = 2
_CLAIM = re.compile(r"(?P<before>.*\S\s*(?:==|->|=>)\s*)(?P<result>\S.*?)\s*\Z")


@check("semantic.stated_results")
def stated_results(context: CheckContext) -> None:
    """Replace the results that the lines of solutions state, all of them by false ones."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    tried, paid = 0, []
    for solution in [*context.solutions, *more_solutions(context, _SEEDS)][:_SEEDS]:
        for name, changed in _with_false_results(solution):
            if not context.source.valid(changed):
                continue
            tried += 1
            actions = [*solution.actions[:-1], changed]
            episode = paid_like(context, solution, actions, "false results")
            if episode is not None:
                paid.append((name, episode))
    if tried < _FEWEST:
        raise NotApplicable("the answers do not state the results of several calls or terms")
    if len(paid) >= _LEAST_SHARE * tried:
        name, episode = paid[0]
        raise PropertyViolated(
            f"all results that the lines of {name!r} state were replaced by false ones, and on "
            f"{len(paid)} of {tried} seeds the answer is paid like the right one",
            episode,
        )


def _with_false_results(solution: Rollout) -> list[tuple[str, Action]]:
    """Last actions with false results in the lines of a text, by the name of its field."""
    found = []
    action = solution.actions[-1]
    for name, value in action.items():
        lines = value.split("\n") if isinstance(value, str) else []
        changed = [_false_claim(line) for line in lines]
        if sum(line is not None for line in changed) >= _FEWEST_LINES:
            made = [old if new is None else new for old, new in zip(lines, changed, strict=True)]
            found.append((name, {**action, name: "\n".join(made)}))
    return found


def _false_claim(line: str) -> str | None:
    """A line whose stated result is another one of its kind; None if it states none."""
    match = _CLAIM.fullmatch(line)
    if match is None or line.lstrip().startswith("#"):
        return None
    try:
        result = ast.literal_eval(match["result"])
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return None
    return f"{match['before']}{_other(result)!r}"


def _other(value: Any) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool) or value is None:
        return not value
    if isinstance(value, int | float):
        return value + 1001
    if isinstance(value, str):
        return f"{value}zq"
    return [7001] if not isinstance(value, list) or value != [7001] else [7002]
