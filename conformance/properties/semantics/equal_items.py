"""Semantics: two shown items that differ in their names alone are paid alike, or do not occur."""

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
_ONLY_ONE = re.compile(
    r"\b(exactly|just|only) one\b(?! (step|action|move|try|attempt|answer|guess|at a time))"
    r"|\bno (other|second|two)\b|\bunique(ly)?\b|\b(all|each|every)\b.*\b(different|distinct)\b",
    re.I,
)
"""A sentence by which a single thing is the right one."""
_NUMBERED = re.compile(r"\s*[#(\[]?([0-9]{1,3}|[A-Za-z])[\])]?\s*[:.)\]-]\s+(.+)", re.S)
"""A line of a list with its number or letter."""


@check("semantic.equal_items")
def equal_items(context: CheckContext) -> None:
    """Exchange, in solutions, the names of two shown items that differ in nothing else."""
    context.require_deterministic()
    said = next((s for s in task_sentences(context) if _EITHER.search(s)), "")
    if not said:
        raise NotApplicable("no text says that either of several things will do")
    paid, refused = _other_of_two(context, "the equal item")
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


@check("semantic.identical_items")
def identical_items(context: CheckContext) -> None:
    """Exchange the names of two identical items where a text says that one alone is right."""
    context.require_deterministic()
    sentences = task_sentences(context)
    said = next((s for s in sentences if _ONLY_ONE.search(s)), "")
    if not said or any(map(_EITHER.search, sentences)):
        raise NotApplicable("no text says that a single thing is the right one")
    _, refused = _other_of_two(context, "the identical item", twins=True)
    if len(refused) >= _FEWEST:
        episode, what = refused[0]
        raise PropertyViolated(
            f"the solution with {what}, which differs in that name alone, is not paid, on "
            f"{len(refused)} tasks: which of the two is right cannot be known, though a text says "
            f"{said.strip()[:120]!r}",
            episode,
        )
    if not any(
        _words(solution) & {*map(str, names)}
        for solution in context.solutions[:_FEWEST]
        for names, _ in _shown_lists(context, solution)
    ):
        raise NotApplicable("no solution names an item of a list that is shown")


def _other_of_two(
    context: CheckContext, label: str, *, twins: bool = False
) -> tuple[int, list[tuple[Episode, str]]]:
    """How often the other one of two items that differ in a name alone was paid; where it was not.

    Both are shown when the solution names one of them. With `twins` the list holds another item
    and no third that is equal to the two: what many items have in common, such as the back of a
    card, is no description of them.
    """
    paid, refused = 0, list[tuple[Episode, str]]()
    solutions = [*context.solutions, *more_solutions(context, _FURTHER)]
    for solution in context.until_budget(solutions, least=2 * _FEWEST):
        for one, other in itertools.islice(
            _equal_pairs(context, solution, twins=twins), _MOST_PAIRS
        ):
            actions = [_exchanged(action, one, other) for action in solution.actions]
            if actions == solution.actions or not all(map(context.source.valid, actions)):
                continue
            if paid_like(context, solution, actions, label):
                paid += 1
            else:
                episode = Episode.of(solution.seed, actions, label, **solution.options)
                refused.append((episode, f"{to_json(other)} instead of {to_json(one)}"))
                break
    return paid, refused


def _equal_pairs(
    context: CheckContext, solution: Rollout, *, twins: bool
) -> Iterator[tuple[Any, Any]]:
    """The names of two items of a shown list, one of them in the solution, that are else equal."""
    used = _words(solution)
    for names, rests in _shown_lists(context, solution, at_first=not twins):
        for left, right in itertools.combinations(range(len(names)), 2):
            if twins and not 2 == rests.count(rests[left]) < len(rests):
                continue
            pair = names[left], names[right]
            if rests[left] and rests[left] == rests[right] and used & {*map(str, pair)}:
                yield pair


def _words(solution: Rollout) -> set[str]:
    """The values and words of a solution's actions."""
    return {
        word
        for action in solution.actions
        for _, value in subtrees(action)
        if isinstance(value, str | int)
        for word in (str(value), *re.findall(r"\w+", str(value)))
    }


def _shown_lists(
    context: CheckContext, solution: Rollout, *, at_first: bool = False
) -> Iterator[tuple[list[Any], list[Any]]]:
    """What `_named` reads in the lists that are shown before the last action of a solution.

    With `at_first`, in those of the first message as well: later ones may lack what was taken away.
    """
    shown = context.play(solution.episode("solution"))[: len(solution.actions)]
    last = len(shown) - 1
    for place in sorted({0, last} if at_first else {last}):
        for _, items in subtrees(shown_to_agent(shown[place].data or {})):
            if isinstance(items, list) and len(items) > 1:
                yield from _named(items)


def _named(items: list[Any]) -> Iterator[tuple[list[Any], list[Any]]]:
    """The names of a list's items, with what else each holds: by each field, or by its number."""
    if all(isinstance(item, str) for item in items):
        found = [match for item in items if (match := _NUMBERED.fullmatch(item))]
        ways = [([match[1] for match in found], [match[2] for match in found])]
    elif all(isinstance(item, dict) for item in items):
        ways = [
            (
                [item.get(key) for item in items],
                [{name: value for name, value in item.items() if name != key} for item in items],
            )
            for key in items[0]
        ]
    else:
        return
    for names, rests in ways:
        if len({*map(repr, names)}) == len(items):
            yield names, rests


def _exchanged(action: Action, one: Any, other: Any) -> Action:
    """An action with each of two names in the place of the other, also as words of a text."""
    words = {str(one): str(other), str(other): str(one)}
    word = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, words))})(?!\w)")

    def exchanged(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: exchanged(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [exchanged(inner) for inner in value]
        if type(value) is type(one) and value in (one, other):
            return other if value == one else one
        if isinstance(value, str):
            return word.sub(lambda match: words[match[0]], value)
        return value

    return {key: exchanged(inner) for key, inner in action.items()}
