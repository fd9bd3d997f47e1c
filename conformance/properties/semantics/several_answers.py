"""Semantics: where the texts say that often several answers are right, two of them are paid."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, paid_like
from hallmark_rl.conformance.checking.probes.changed_values import leaves, with_leaf
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent, task_sentences
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FURTHER, _FEWEST = 16, 12
"""Further tasks, and how many must be tried."""
_FEWEST_VALUES = 8
"""Other values of an answer that must be tried on a task."""
_OFTEN = re.compile(
    r"\b(often|usually|mostly|in many \w+|in most \w+|many \w+ have|most \w+ have)\b.{0,30}"
    r"\b(several|many|more than one|two or more)\b",
    re.I,
)
_EQUAL = re.compile(r"\b(right|correct|valid|accepted|counts?|same|equally|paid|fine)\b", re.I)
_CLOCK = re.compile(r"(\d{1,2}):([0-5]\d)")
_STEPS = [*range(-60, 61, 5), *range(-9, 10), *range(-180, 181, 30)]
"""Minutes by which a time is moved, and what is added to a number up to its half."""


@check("semantic.several_answers")
def several_answers(context: CheckContext) -> None:
    """Give the other values of a small answer on many tasks."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    found = (s for s in task_sentences(context) if _OFTEN.search(s) and _EQUAL.search(s))
    sentence = next(found, "")
    if not sentence:
        raise NotApplicable("no text says that often several answers are right")
    refused: list[Episode] = []
    solutions = [*context.solutions, *more_solutions(context, _FURTHER)]
    for solution in context.until_budget(solutions, least=_FEWEST):
        before = solution.actions[:-1]
        others = [each for each in _others(context, solution) if context.source.valid(each)]
        if len(others) < _FEWEST_VALUES:
            continue
        for other in others:
            if paid_like(context, solution, [*before, other], "another value"):
                return
        refused.append(Episode.of(solution.seed, [*before, others[0]], "another value"))
    if len(refused) < _FEWEST:
        raise NotApplicable(f"on fewer than {_FEWEST} tasks the answer is a time, number or choice")
    raise PropertyViolated(
        f"on {len(refused)} tasks no other value than the oracle's is paid, though the texts say "
        f"{sentence[:200]!r}",
        refused[0],
    )


def _others(context: CheckContext, solution: Rollout) -> Iterator[Action]:
    """The solution's last action with other values in its only field that is a small answer."""
    last = solution.actions[-1]
    opening = Episode.of(solution.seed, [], "opening", **solution.options)
    shown = shown_to_agent(context.play(opening)[0].data or {})
    named = [value for path, value in subtrees(shown) if "[" not in path]
    places = [
        (path, _values(shown, value)) for path, value in leaves(last) if value not in named
    ]  # what a field of the message names, such as the goal of a way, is no choice
    places = [(path, values) for path, values in places if values]
    if len(places) != 1:
        return
    path, values = places[0]
    for value in dict.fromkeys(values):
        other = with_leaf(last, path, value)
        if to_json(other) != to_json(last):
            yield other


def _values(shown: dict[str, Any], value: Any) -> list[Any]:
    """Times around a time, numbers around a number, and the items of a shown list with the value.

    Choices that the schema lists are no small answer: they say what is done.
    """
    if type(value) is int:
        return [value + step for step in _STEPS if 2 * abs(step) <= max(24, abs(value))]
    if not isinstance(value, str):
        return []
    clock = _CLOCK.fullmatch(value.strip())
    if clock:
        minutes = 60 * int(clock[1]) + int(clock[2])
        moved = [minutes + step for step in _STEPS if 0 <= minutes + step < 24 * 60]
        return [f"{minute // 60:02}:{minute % 60:02}" for minute in moved]
    lists = [part for _, part in subtrees(shown) if isinstance(part, list) and value in part]
    return [item for item in max(lists, key=len, default=[]) if isinstance(item, str)]
