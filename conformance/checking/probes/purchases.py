"""Steps that may buy something, alone or with more at once, and the steps that give it back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.changed_values import Path, leaves, with_leaf
from hallmark_rl.conformance.checking.probes.return_rounds import gives_back
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.oracle_search.action_slots import slots_of
from hallmark_rl.conformance.survey.survey_data import Rollout

_MOST_STEPS = 4
_AT_ONCE = (3, 10)
_MOST_RETURNS = 6


@dataclass(frozen=True)
class Purchase:
    """A step that may buy something.

    Attributes:
        name: how much is bought, in words.
        before: the steps before it.
        action: the step.
        returns: the steps that give it back.
    """

    name: str
    before: list[Action]
    action: Action
    returns: list[Action]


def words_for_returns(context: CheckContext) -> list[tuple[Path, str]]:
    """The places of the action that say what is done, with a choice that gives something back."""
    found: list[tuple[Path, Any]] = [
        (slot.keys, choice)
        for slot in slots_of(context.source, context.source.minimal() or {})
        for choice in slot.choices
    ]
    steps = [step for solution in context.solutions for step in solution.actions]
    found += [
        (path, text)
        for action in [*context.pool, *steps]
        for path, text in leaves(action)
        if isinstance(text, str) and " " not in text
    ]
    return [item for item in dict.fromkeys(found) if gives_back(item[1])]


def purchases(
    context: CheckContext, solution: Rollout, words: list[tuple[Path, str]]
) -> Iterator[Purchase]:
    """The first steps of a solution as they are and with more at once, each with its returns."""
    steps = solution.actions
    for place, step in enumerate(steps[:_MOST_STEPS]):
        following = steps[place + 1] if place + 1 < len(steps) else {}
        for name, action in (("alone", step), *_larger(step, following)):
            for path, word in words:
                if action.get(str(path[0])) == word or not set(path) <= set(_keys(action)):
                    continue
                back = with_leaf(action, path, word)
                for returns in ([back], _one_by_one(back)):
                    made = Purchase(name, steps[:place], action, returns)
                    if returns and all(map(context.source.valid, [action, *returns])):
                        yield made


def _keys(action: Action) -> Iterator[str | int]:
    for path, _ in leaves(action):
        yield from path


def _larger(step: Action, following: Action) -> Iterator[tuple[str, Action]]:
    """A step with the items of the next one as well, or with a larger number."""
    for field, items in step.items():
        others = following.get(field)
        if isinstance(items, list) and isinstance(others, list) and len(items) == 1:
            yield "with others", {**step, field: [*items, *others]}
        elif type(items) is int and items > 0:
            for count in _AT_ONCE:
                yield f"{count} times as much", {**step, field: items * count}


def _one_by_one(back: Action) -> list[Action]:
    """A return in several steps: of each item of a list, or of one piece at a time."""
    for field, items in back.items():
        if isinstance(items, list) and 1 < len(items) <= _MOST_RETURNS:
            return [{**back, field: [item]} for item in items]
        if type(items) is int and 1 < items <= _MOST_RETURNS:
            return [{**back, field: 1}] * items
    return []
