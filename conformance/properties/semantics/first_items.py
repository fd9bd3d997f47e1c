"""Semantics: the right items of a list are not those at its beginning or at its end."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import CLAIMS, confirm_share, solve
from hallmark_rl.conformance.checking.policies import more_solutions
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import first_message
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.label_order import order_is_meant
from hallmark_rl.conformance.survey.survey_data import Rollout

_FRESH, _FEWEST = 16, 8
"""Further solutions, and the fewest that must choose from a list."""
_SCREEN, _LARGEST_SHARE = 0.8, 0.5
"""Share of the solutions that raises a suspicion, and of fresh tasks that a sound list may have. By
chance it is at most a sixth, that of two items among four."""
_FEWEST_CHOSEN, _FEWEST_OTHERS = 2, 2
_TRIALS = 120

_List = tuple[str, str]
"""The path of a list in the first message, and the key in its objects if it has any."""


@check("semantic.first_items")
def first_items(context: CheckContext) -> None:
    """Look for the items of the oracle's answers at the beginnings and ends of shown lists."""
    context.require_capability_absent("single_task", "there is one task")
    solutions = [*context.solutions, *more_solutions(context, _FRESH)]
    found = [dict(_places(first_message(context, each), each)) for each in solutions]
    lists = {name for each in found for name in each}
    known = {name: [each[name] for each in found if name in each] for name in lists}
    chosen = {name: ends for name, ends in known.items() if len(ends) >= _FEWEST}
    if not chosen:
        raise NotApplicable("no answer consists of several items of a longer list that is shown")
    suspects = [
        (name, end)
        for name, ends in sorted(chosen.items())
        for end in ("first", "last")
        if sum(end in each for each in ends) >= _SCREEN * len(ends)
        and not order_is_meant(context, solutions[0].seed or 0, name[0])
    ]
    for name, end in suspects[:CLAIMS]:
        test = confirm_share(
            context,
            "semantic.first_items",
            functools.partial(_is_at, context, name, end),
            _LARGEST_SHARE,
            most_trials=_TRIALS,
            name=f"{name}{end}",
        )
        if test:
            hits = [place for place, ends in enumerate(found) if end in ends.get(name, ())]
            raise PropertyViolated(
                f"the right items are the {end} ones of {'.'.join(filter(None, name))} on "
                f"{len(hits)} of {len(chosen[name])} tasks; {test}",
                solutions[hits[0]].episode("solution"),
            )


def _is_at(context: CheckContext, name: _List, end: str, seed: int) -> bool | None:
    """Whether the right items are at one end of a list on a seed; None if they are not in it."""
    solution = solve(context, seed)
    if solution is None:
        return None
    ends = dict(_places(first_message(context, solution), solution)).get(name)
    return None if ends is None else end in ends


def _places(shown: dict[str, Any], solution: Rollout) -> Iterator[tuple[_List, set[str]]]:
    """The lists that hold all items of an answer and others, and at which ends the items stand."""
    items = _items(solution)
    if len(items) < _FEWEST_CHOSEN:
        return
    for path, value in subtrees(shown):
        if not isinstance(value, list) or len(value) < len(items) + _FEWEST_OTHERS:
            continue
        rows = [item if isinstance(item, dict) else {"": item} for item in value]
        if any(map(_is_sorted, _columns(rows).values())):
            continue
        for key, column in _columns(rows).items():
            names = [to_json(item) for item in column]
            if len(set(names)) == len(names) and items <= set(names):
                ends = {"first": names[: len(items)], "last": names[-len(items) :]}
                yield (path, key), {end for end, part in ends.items() if items == set(part)}


def _items(solution: Rollout) -> set[str]:
    """The items of the last action's largest list or object of plain values."""
    groups = [
        {to_json(item) for item in items if isinstance(item, str | int)}
        for _, value in subtrees(solution.actions[-1])
        if isinstance(value, list | dict) and value is not solution.actions[-1]
        for items in [list(value.values()) if isinstance(value, dict) else value]
    ]
    return max(groups, key=len, default=set())


def _columns(rows: list[dict[str, Any]]) -> dict[str, list[Any]]:
    """The values that each object of a list holds, by key."""
    return {key: [row.get(key) for row in rows] for key in rows[0]}


def _is_sorted(column: list[Any]) -> bool:
    """Whether values are numbers in order, as those of a ranking or a timetable."""
    if not all(isinstance(item, int | float) for item in column) or len(set(column)) < 2:
        return False
    return column in (sorted(column), sorted(column, reverse=True))
