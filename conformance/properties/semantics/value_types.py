"""Semantics: where a text says that types differ, a value of another type is not paid.

In Python `True == 1` and `1 == 1.0`: a comparison of documents takes them for the same.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, paid_like
from hallmark_rl.conformance.checking.probes.changed_values import leaves, with_leaf
from hallmark_rl.conformance.checking.probes.nested_values import json_texts
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FRESH, _FEWEST = 24, 3
_SIDES = {
    "a boolean": r"\b(?:booleans?|true|false)\b",
    "a number": r"\b(?:numbers?|integers?|1|0)\b",
    "a text": r"\b(?:strings?|texts?)\b",
}
_ALL = re.compile(r"\btypes? (?:differ|matters?|counts?|must (?:match|be right))\b", re.I)
_NOT = re.compile(r"\b(?:not|never|no)\b|n't\b", re.I)
Change = tuple[str, str]
"""What a value is, and what takes its place."""


@check("semantic.value_types")
def value_types(context: CheckContext) -> None:
    """Replace true by 1, 1 by true, numbers by their texts and texts by numbers, one at a time."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    said = dict(_stated(task_sentences(context)))
    if not said:
        raise NotApplicable("no text says that values of different types differ")
    paid: dict[Change, int] = defaultdict(int)
    tried: dict[Change, int] = defaultdict(int)
    solutions = [*context.solutions, *more_solutions(context, _FRESH)]
    for solution in context.until_budget(solutions, least=2 * _FEWEST):
        seen: set[Change] = set()
        for change, action, wrong in _changed(solution.actions[-1]):
            if change not in said or change in seen or not _is_judged(context, solution, wrong):
                continue
            seen.add(change)
            tried[change] += 1
            actions = [*solution.actions[:-1], action]
            episode = paid_like(context, solution, actions, "a value of another type")
            paid[change] += episode is not None
            if episode is not None and paid[change] >= _FEWEST:
                right, other = change
                raise PropertyViolated(
                    f"{other} in the place of {right} of the same value is paid like the solution "
                    f"on {paid[change]} of {tried[change]} tasks, though a text says "
                    f"{said[change].strip()[:160]!r}: {json.dumps(action)[:200]}",
                    episode,
                )
    if not tried:
        raise NotApplicable("no solution has a value of which a text says that types differ")


def _is_judged(context: CheckContext, solution: Rollout, wrong: Action) -> bool:
    """Whether another value of the right type earns less."""
    actions = [*solution.actions[:-1], wrong]
    return paid_like(context, solution, actions, "a wrong value") is None


def _stated(sentences: list[str]) -> Iterator[tuple[Change, str]]:
    """The changes that sentences rule out, each with its sentence."""
    for sentence in sentences:
        named = [kind for kind, words in _SIDES.items() if re.search(words, sentence, re.I)]
        if _ALL.search(sentence):
            named = list(_SIDES)
        elif not _NOT.search(sentence) or "a number" not in named:
            continue
        for other in named:
            if other != "a number":
                yield ("a number", other), sentence
                yield (other, "a number"), sentence


def _changed(action: Action) -> Iterator[tuple[Change, Action, Action]]:
    """The changes of one value each: what changes, the changed action, and one with a wrong value.

    Also of values within a text that is JSON.
    """
    for path, value in leaves(action):
        for change, other, wrong in _others(value):
            yield change, with_leaf(action, path, other), with_leaf(action, path, wrong)
    for outer, decoded in json_texts(action):
        whole = {"value": decoded}
        for path, value in leaves(whole):
            for change, other, wrong in _others(value):
                texts = (json.dumps(with_leaf(whole, path, v)["value"]) for v in (other, wrong))
                one, two = (with_leaf(action, outer, text) for text in texts)
                yield change, one, two


def _others(value: Any) -> Iterator[tuple[Change, Any, Any]]:
    """The same value in other types, each with a wrong value of the right type."""
    if isinstance(value, bool):
        yield ("a boolean", "a number"), int(value), not value
    elif isinstance(value, int | float):
        if value in (0, 1):
            yield ("a number", "a boolean"), bool(value), value + 7
        yield ("a number", "a text"), str(value), value + 7
    elif isinstance(value, str) and re.fullmatch(r"-?(0|[1-9]\d{0,14})", value):
        yield ("a text", "a number"), int(value), f"{value}7"
