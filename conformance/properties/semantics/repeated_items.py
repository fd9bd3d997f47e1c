"""Semantics: the same item twice does not count as two items."""

from __future__ import annotations

import json
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, oracle_of, paid_like
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.each_variant import chosen_variants
from hallmark_rl.conformance.survey.rollouts import play_policy
from hallmark_rl.conformance.survey.survey_data import Rollout

_FRESH, _EACH_LEVEL = 12, 6
"""Further seeds that are solved, and those of each level."""
_FEWEST = 4
"""Tasks on which the list must be paid, and on which it must be tried."""


@check("semantic.repeated_items")
def repeated_items(context: CheckContext) -> None:
    """Put one item in the place of all others, where the list without one of them is refused."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    paid: dict[str, list[Episode]] = {}
    tried: dict[str, int] = {}
    for solution in context.until_budget(_solutions(context), least=3 * _FEWEST):
        last = solution.actions[-1]
        for name, items in last.items():
            if not _are_different(items):
                continue
            shorter = {**last, name: items[1:]}
            repeated = {**last, name: items[:1] * len(items)}
            before = solution.actions[:-1]
            if paid_like(context, solution, [*before, shorter], "one item less"):
                continue  # not all items are needed
            tried[name] = tried.get(name, 0) + 1
            episode = paid_like(context, solution, [*before, repeated], "one item repeated")
            if episode is not None:
                paid.setdefault(name, []).append(episode)
    if not tried:
        raise NotApplicable("no answer is a list of different items that are all needed")
    for name, episodes in paid.items():
        if len(episodes) >= _FEWEST and 2 * len(episodes) >= tried[name]:
            sent = (episodes[0].calls[-1].action or {})[name]
            raise PropertyViolated(
                f"one item of {name!r} in the place of all others is paid like the right list on "
                f"{len(episodes)} of {tried[name]} tasks, where a list that lacks one item is "
                f"not: {json.dumps(sent)[:200]}",
                episodes[0],
            )


def _solutions(context: CheckContext) -> list[Rollout]:
    """Solutions of plain episodes, and of a few of each level."""
    solutions = [*context.solutions, *more_solutions(context, _FRESH)]
    try:
        variants = [v for v in chosen_variants(context, tasks=False) if v.kind == "level"]
        oracle = oracle_of(context)
    except NotApplicable:
        return solutions
    for seed in range(1, _EACH_LEVEL + 1):
        for variant in variants:
            if context.slow or context.seconds_left() <= 0:
                return solutions
            rollout = play_policy(
                context.subject,
                context.survey,
                oracle,
                seed,
                context.oracle_steps,
                **variant.options,
            )
            if rollout.actions and not rollout.error and rollout.total > context.floor:
                solutions.append(rollout)
    return solutions


def _are_different(items: Any) -> bool:
    if not isinstance(items, list) or len(items) < 2:
        return False
    return all(item not in items[:place] for place, item in enumerate(items))
