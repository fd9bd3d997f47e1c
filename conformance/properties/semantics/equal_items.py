"""Semantics: where the texts say that either of two equal things will do, either is paid."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, paid_like
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent, task_sentences
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FURTHER, _FEWEST = 40, 3
"""Further solutions, and tasks on which the other one must be refused."""
_MOST_PAIRS = 6
_EITHER = re.compile(
    r"\b(does not|doesn['’]t|no) matter which\b|\bwhichever (of|one|you|is)\b"
    r"|\bwhichever\b.*\b(right|accepted|counts?|paid|fine|valid|chosen|named?|tak\w+)\b"
    r"|\b(either|any) (one )?of (the|them)\b"
    r"|\beither (one |row |entry |copy |way )?(may|can|will|is|counts)\b|\bties? (is|may|can|count)"
    r"|\ball equal(ly)? (right|good|valid)\b",
    re.I,
)
"""A sentence by which one of several equal things may be chosen freely."""


@check("semantic.equal_items")
def equal_items(context: CheckContext) -> None:
    """Exchange, in solutions, the names of two shown items that differ in nothing else."""
    context.require_deterministic()
    said = next((s for s in task_sentences(context) if _EITHER.search(s)), "")
    if not said:
        raise NotApplicable("no text says that either of several things will do")
    paid, refused = 0, list[tuple[Episode, str]]()
    solutions = [*context.solutions, *more_solutions(context, _FURTHER)]
    for solution in context.until_budget(solutions, least=2 * _FEWEST):
        for one, other in itertools.islice(_equal_pairs(context, solution), _MOST_PAIRS):
            actions = [_exchanged(action, one, other) for action in solution.actions]
            if actions == solution.actions or not all(map(context.source.valid, actions)):
                continue
            if paid_like(context, solution, actions, "the equal item"):
                paid += 1
            else:
                episode = Episode.of(solution.seed, actions, "the equal item", **solution.options)
                refused.append((episode, f"{to_json(other)} instead of {to_json(one)}"))
    if not paid and not refused:
        raise NotApplicable("no solution names one of two items that differ in nothing else")
    if len(refused) >= _FEWEST and len(refused) > paid:
        episode, what = refused[0]
        raise PropertyViolated(
            f"the solution with {what}, which is an equal item but for that name, is not paid, on "
            f"{len(refused)} of {len(refused) + paid} tasks, though a text says "
            f"{said.strip()[:120]!r}",
            episode,
        )


def _equal_pairs(context: CheckContext, solution: Rollout) -> Iterator[tuple[Any, Any]]:
    """The names of two items of a shown list, one of them in the solution, that are else equal."""
    opening = context.play(Episode.of(solution.seed, [], "opening", **solution.options))[0]
    used = {
        repr(value)
        for action in solution.actions
        for _, value in subtrees(action)
        if isinstance(value, str | int)
    }
    for _, items in subtrees(shown_to_agent(opening.data or {})):
        if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
            continue
        for key in items[0] if items else ():
            names = [item.get(key) for item in items]
            if len({*map(repr, names)}) < len(items):
                continue
            for left, right in itertools.combinations(items, 2):
                rest = [{k: v for k, v in item.items() if k != key} for item in (left, right)]
                pair = left[key], right.get(key)
                if rest[0] and rest[0] == rest[1] and any(repr(name) in used for name in pair):
                    yield pair


def _exchanged(action: Action, one: Any, other: Any) -> Action:
    """An action with each of two values in the place of the other."""

    def exchanged(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: exchanged(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [exchanged(inner) for inner in value]
        if type(value) is type(one) and value in (one, other):
            return other if value == one else one
        return value

    return {key: exchanged(inner) for key, inner in action.items()}
