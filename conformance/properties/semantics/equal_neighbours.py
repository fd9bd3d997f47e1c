"""Semantics: where a rule says that nothing comes twice in a row, such an answer is not paid."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, oracle_margin, play
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_texts
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FRESH = 16
_FEWEST = 4
"""Tasks on which two equal neighbours must be paid."""
_MOST_TRIED = 40
_RULE = re.compile(
    r"\b(in a row|consecutive(ly)?|successive|running|one after the other|next to each other"
    r"|adjacent|side by side|neighbou?rs?(ing)?|back to back)\b",
    re.I,
)


@check("semantic.equal_neighbours")
def equal_neighbours(context: CheckContext) -> None:
    """Move an item of the answer beside an equal one, or put it in the place of its neighbour."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    solutions = [*context.solutions, *more_solutions(context, _FRESH)]
    if not any(map(_RULE.search, shown_texts(context, solutions[0]))):
        raise NotApplicable("no rule about what comes in a row is shown")
    names = [name for name in solutions[0].actions[-1] if _never_repeats(solutions, name)]
    if not names:
        raise NotApplicable("no answer is a list without equal neighbours")
    for name in names:
        tried, paid = 0, []
        for solution in context.until_budget(solutions, least=_FEWEST):
            tried += 1
            found = _paid_with_equal_neighbours(context, solution, name)
            paid += [found] if found else []
        if len(paid) >= _FEWEST:
            sent = json.dumps(paid[0].actions[-1][name])[:200]
            raise PropertyViolated(
                f"{name!r} with two equal neighbours earns what the solution earns on {len(paid)} "
                f"of {tried} tasks, though no solution has any and a rule speaks of them: {sent}",
                paid[0].episode("equal neighbours"),
            )


def _never_repeats(solutions: list[Rollout], name: str) -> bool:
    """Whether a field is always a list in which no two neighbours are equal."""
    lists = [solution.actions[-1].get(name) for solution in solutions]
    return all(
        isinstance(items, list)
        and len(items) > 2
        and all(one != other for one, other in itertools.pairwise(items))
        for items in lists
    )


def _paid_with_equal_neighbours(
    context: CheckContext, solution: Rollout, name: str
) -> Rollout | None:
    """A rollout with two equal neighbours that is paid like the solution; None if none is."""
    last = solution.actions[-1]
    for items in itertools.islice(_with_equal_neighbours(last[name]), _MOST_TRIED):
        action = {**last, name: items}
        if context.source.valid(action):
            rollout = play(context, [*solution.actions[:-1], action], solution.seed)
            least = solution.total - oracle_margin(context)
            if not rollout.error and rollout.total >= least:
                return rollout
    return None


def _with_equal_neighbours(items: list[Any]) -> Iterator[list[Any]]:
    """Copies in which one item stands beside an equal one: first with the same items."""
    for one, other in itertools.combinations(range(len(items)), 2):
        if items[one] == items[other]:
            for place, moved in ((one + 1, other), (other - 1, one)):
                copy = list(items)
                copy[place], copy[moved] = copy[moved], copy[place]
                yield copy
    for place in range(len(items) - 1):
        yield [*items[: place + 1], items[place], *items[place + 2 :]]
