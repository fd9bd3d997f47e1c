"""Semantics: which thing goes where matters, and not only how many go there."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from hallmark_rl.conformance.actions.written_texts import several_answers
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, paid_like
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_FRESH = 12
_FEWEST = 4
"""Tasks on which exchanged values must be paid."""
_MOST_PAIRS = 4
_FEWEST_STEPS = 3


@check("semantic.exchanged_places")
def exchanged_places(context: CheckContext) -> None:
    """Exchange one text between two steps of a solution, where it cannot stand in one of them."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    solutions = [*context.solutions, *more_solutions(context, _FRESH)]
    if several_answers(task_sentences(context, solutions[0])):
        raise NotApplicable("the texts say that several answers are right")
    paid: dict[str, dict[int | None, Episode]] = {}
    refused: set[str] = set()
    for solution in context.until_budget(solutions, least=2 * _FEWEST):
        tried: dict[str, int] = {}
        for name, single, exchanged in _exchanges(solution.actions):
            if name in refused or tried.get(name, 0) >= _MOST_PAIRS:
                continue
            if paid_like(context, solution, single, "one value exchanged"):
                continue
            tried[name] = tried.get(name, 0) + 1
            episode = paid_like(context, solution, exchanged, "two values exchanged")
            if episode is None:
                refused.add(name)
            else:
                paid.setdefault(name, {})[solution.seed] = episode
    for name, episodes in paid.items():
        if name not in refused and len(episodes) >= _FEWEST:
            episode = next(iter(episodes.values()))
            raise PropertyViolated(
                f"with {name!r} exchanged between two steps, whichever they are, the solution is "
                f"paid on {len(episodes)} tasks; changed in one of them it is not",
                episode,
            )
    if not paid and not refused:
        raise NotApplicable("no two steps of a solution give different things different texts")


def _exchanges(actions: list[Action]) -> Iterator[tuple[str, list[Action], list[Action]]]:
    """Name of a field, the actions with it changed in one step, and exchanged between two.

    Another text field must differ too: else the steps would only stand in another order.
    """
    if len(actions) < _FEWEST_STEPS:
        return
    for one, other in itertools.combinations(range(len(actions)), 2):
        left, right = actions[one], actions[other]
        differing = [
            name
            for name, value in left.items()
            if name not in ("metadata", "type")
            and isinstance(value, str)
            and isinstance(right.get(name), str)
            and value
            and right[name]
            and value != right[name]
        ]
        if len(differing) < 2:
            continue
        for name in differing:
            changed = [*actions]
            changed[one] = {**left, name: right[name]}
            single = [*changed]
            changed[other] = {**right, name: left[name]}
            yield name, single, changed
