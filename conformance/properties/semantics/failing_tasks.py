"""Semantics: the tasks on which the oracle fails have nothing in common that the others lack.

An oracle that fails on all answers with a capital letter, and on no other, tells what the verifier
does wrong: it refuses right answers of one form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.fresh_tasks import FreshTask, fresh_tasks
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_SEEDS = 64
_FEWEST, _FEWEST_FAILURES = 30, 6
"""Episodes that are needed, and of these with and without what the failures have in common."""
_LEAST_FAILURES = 0.9
"""Share of the tasks with a trait on which the oracle must fail, where it fails on no other."""
_MOST_VALUES, _LONGEST_VALUE = 8, 40
_TEXT_TRAITS: dict[str, Callable[[str], object]] = {
    "a capital letter": re.compile(r"[A-Z]").search,
    "a digit": re.compile(r"\d").search,
    "a letter that is not ASCII": re.compile(r"[^\x00-\x7f]").search,
    "a blank": re.compile(r"\S\s\S").search,
    "a hyphen": re.compile(r"\w-\w").search,
    "an apostrophe": re.compile(r"\w['’]\w").search,
    "a comma": re.compile(r",").search,
    "a point": re.compile(r"\.").search,
    "a slash": re.compile(r"/").search,
    "a bracket": re.compile(r"[()\[\]{}]").search,
    "two equal signs in a row": re.compile(r"(\S)\1").search,
    "a zero at its beginning": re.compile(r"(?<![\d.])0\d").search,
}
_NUMBER_TRAITS: dict[str, Callable[[float], bool]] = {
    "a negative number": lambda number: number < 0,
    "zero": lambda number: number == 0,
    "a fraction": lambda number: number != int(number),
    "a number of 10 or more": lambda number: abs(number) >= 10,
    "a number of 100 or more": lambda number: abs(number) >= 100,
    "a number of 1000 or more": lambda number: abs(number) >= 1000,
}


class _Task(NamedTuple):
    played: FreshTask
    traits: set[str]
    shown: dict[str, str]


@check("semantic.failing_tasks")
def failing_tasks(context: CheckContext) -> None:
    """Compare tasks that the oracle solves with those on which it fails."""
    context.require_capability_absent("stochastic", "a right policy may fail by chance")
    fresh = fresh_tasks(context, "semantic.failing_tasks", most=_SEEDS, least=_FEWEST)
    tasks = [
        _Task(task, set(_traits(task.rollout)), dict(_shown_values(task.first))) for task in fresh
    ]
    failed = [task for task in tasks if task.played.failed]
    if not _FEWEST_FAILURES <= len(failed) <= len(tasks) - _FEWEST_FAILURES:
        raise NotApplicable("the oracle fails on hardly any task, or on hardly any it does not")
    for trait, having in _groups(tasks, failed):
        count = sum(task.played.failed for task in having)
        enough = min(len(having), len(tasks) - len(having)) >= _FEWEST_FAILURES
        if enough and count == len(failed) and count >= _LEAST_FAILURES * len(having):
            raise PropertyViolated(
                f"the oracle fails on {count} of {len(having)} seeds with {trait}, and on none of "
                f"{len(tasks) - len(having)} others",
                failed[0].played.rollout.episode("a failing task"),
            )


def _groups(tasks: list[_Task], failed: list[_Task]) -> Iterator[tuple[str, list[_Task]]]:
    """Tasks with a trait, by its name: of the answer, or the values of a field with few values."""
    for trait in sorted({trait for task in failed for trait in task.traits}):
        yield trait, [task for task in tasks if trait in task.traits]
    for path in sorted(set.intersection(*(set(task.shown) for task in tasks))):
        values = {task.shown[path] for task in failed}
        if len({task.shown[path] for task in tasks}) <= _MOST_VALUES:
            having = [task for task in tasks if task.shown[path] in values]
            yield f"{path} = {' or '.join(sorted(values))}", having


def _shown_values(response: Response) -> Iterator[tuple[str, str]]:
    """Short texts, truth values and small numbers of the first message, by path."""
    for path, value in subtrees(shown_to_agent(response.data or {})):
        is_short = isinstance(value, str | bool | int) and len(str(value)) <= _LONGEST_VALUE
        if is_short and path and "[" not in path:
            yield path, str(value)


def _traits(rollout: Rollout) -> Iterator[str]:
    """What the values of the actions have: signs of texts, sizes of numbers."""
    for action in rollout.actions:
        for name, value in action.items():
            if name in ("metadata", "type"):
                continue
            for _, part in subtrees(value):
                yield from (f"{trait} in {name!r}" for trait in _traits_of(part))


def _traits_of(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield from (name for name, holds in _TEXT_TRAITS.items() if holds(value))
        try:
            value = float(value)
        except ValueError:
            return
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e15:
        yield from (name for name, holds in _NUMBER_TRAITS.items() if holds(value))
