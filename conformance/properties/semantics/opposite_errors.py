"""Semantics: where distances from the right numbers are judged, opposite errors do not cancel out.

A grader that adds differences before it takes their absolute value pays for two wrong numbers of
which one is as much too large as the other is too small.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Literal

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, oracle_margin, play
from hallmark_rl.conformance.checking.probes.changed_values import Path, leaves, with_leaf
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FRESH, _FEWEST = 8, 4
"""Further tasks that are solved, and those on which the pair must be paid: all that are tried."""
_SIZES = (1.0, 2.0, 5.0, 10.0, 0.5, 50.0)
"""Errors to try, the smallest first that costs something alone."""
_MOST_PAIRS = 3
_JUDGED = re.compile(
    r"\b(distances?|deviations?|absolute|errors?|off by|how far|away from|either direction"
    r"|close(r|st|ness)?|near(er|est)?|tolerance|within|differences?|misses)\b",
    re.I,
)
"""Words of a sentence by which each number counts, and not what they add up to."""
_SUM = re.compile(r"\b(totals?|sums?|altogether|overall|add(s|ed)? up|net|balance|bias)\b", re.I)


@check("semantic.opposite_errors")
def opposite_errors(context: CheckContext) -> None:
    """Enlarge one number of a solution and lessen another one by as much."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    sentences = task_sentences(context)
    if not any(_JUDGED.search(s) and not _SUM.search(s) for s in sentences):
        raise NotApplicable("no text says that distances from right numbers are judged")
    solutions = [*context.solutions, *more_solutions(context, _FRESH)]
    tried, paid = 0, []
    for solution in context.until_budget(solutions, least=_FEWEST):
        outcome = _paid_with_opposite_errors(context, solution)
        if outcome is None:
            continue
        tried += 1
        if outcome is False:
            return
        paid.append(outcome)
    if not tried:
        raise NotApplicable("no step of a solution has two numbers of which a wrong one costs")
    if len(paid) >= _FEWEST:
        rollout, pair = paid[0]
        raise PropertyViolated(
            f"{pair} are paid like the solution on all {tried} tasks that were tried, though one "
            "of the two changes alone costs",
            rollout.episode("opposite errors"),
        )


def _paid_with_opposite_errors(
    context: CheckContext, solution: Rollout
) -> tuple[Rollout, str] | Literal[False] | None:
    """A rollout with opposite errors that is paid like the solution, and its changes.

    False if such errors cost something, None if the solution has no two numbers of which a wrong
    one alone does.
    """
    found: tuple[Rollout, str] | None = None
    for place, one, other in itertools.islice(_pairs(solution), _MOST_PAIRS):
        for size in _SIZES:
            both = _changed(solution, place, {one: size, other: -size})
            alone = _changed(solution, place, {one: size})
            if not all(map(context.source.valid, (both[place], alone[place]))):
                continue
            if _is_paid(context, solution, alone) is not None:
                continue
            rollout = _is_paid(context, solution, both)
            if rollout is None:
                return False
            names = [".".join(map(str, path)) for path in (one, other)]
            found = found or (rollout, f"{names[0]} + {size:g} and {names[1]} - {size:g}")
            break
    return found


def _pairs(solution: Rollout) -> Iterator[tuple[int, Path, Path]]:
    """Two numbers of one step, of the last step first."""
    for place in reversed(range(len(solution.actions))):
        action = solution.actions[place]
        numbers = [
            path
            for path, value in leaves(action)
            if isinstance(value, int | float) and not isinstance(value, bool)
        ]
        inner = [path for path in numbers if len(path) > 1 and "metadata" not in path]
        yield from ((place, one, other) for one, other in itertools.combinations(inner, 2))


def _changed(solution: Rollout, place: int, changes: dict[Path, float]) -> list[Action]:
    """The solution's actions with numbers changed in one step; whole ones remain whole."""
    action = solution.actions[place]
    values = dict(leaves(action))
    for path, change in changes.items():
        number = values[path]
        kind = type(number)
        action = with_leaf(action, path, kind(number + change))
    return [*solution.actions[:place], action, *solution.actions[place + 1 :]]


def _is_paid(context: CheckContext, solution: Rollout, actions: list[Action]) -> Rollout | None:
    """The rollout of other actions if they earn what the solution earns; else None."""
    rollout = play(context, actions, solution.seed)
    paid = not rollout.error and rollout.total >= solution.total - oracle_margin(context)
    return rollout if paid else None
