"""Semantics: where a list may stand in any order, a wrong one is refused in every order."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import CLAIMS, confirm_share, solve
from hallmark_rl.conformance.checking.policies import oracle_margin, play
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FEWEST_ITEMS, _MOST_ITEMS = 3, 30
_FEWEST_SEEDS = 3
_MOST_EDITS = 12
_LARGEST_SHARE = 0.25
"""Share of seeds on which another order may be paid: there the edited list may be right in it."""
_PLAYS = 40
"""Episodes of a confirming trial, about: some edits, each in some orders."""


@check("semantic.any_order")
def any_order(context: CheckContext) -> None:
    """Spoil an item of a list; if the answer is refused, hand the list in in other orders."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    fields = [name for name, value in context.solutions[0].actions[-1].items() if _is_long(value)]
    free = [name for name in fields if _may_stand_in_any_order(context, name)]
    if not free:
        raise NotApplicable("no list of the answer is right in every order")
    for name in free[:CLAIMS]:
        solutions = list(context.until_budget(context.solutions, least=_FEWEST_SEEDS))
        paid = [_paid_in_another_order(context, solution, name) for solution in solutions]
        found = [rollout for rollout in paid if rollout is not None]
        if len(found) < _FEWEST_SEEDS or len(found) <= _LARGEST_SHARE * len(solutions):
            continue

        def again(seed: int, name: str = name) -> bool | None:
            solution = solve(context, seed)
            if solution is None or not _is_long(solution.actions[-1].get(name)):
                return None
            return _paid_in_another_order(context, solution, name) is not None

        test = confirm_share(
            context, "semantic.any_order", again, _LARGEST_SHARE, plays=_PLAYS, name=name
        )
        if test:
            rollout = found[0]
            raise PropertyViolated(
                f"{rollout.actions[-1][name]} for {name!r} earns {rollout.total:.4g}; the same "
                f"items in the order of the solution are refused; {test}",
                rollout.episode("a wrong list in another order"),
            )


def _is_long(value: Any) -> bool:
    """Whether a value is a list of several different items of one type."""
    return (
        isinstance(value, list)
        and _FEWEST_ITEMS <= len(value) <= _MOST_ITEMS
        and len({type(item) for item in value}) == 1
        and all(item not in value[:place] for place, item in enumerate(value))
    )


def _may_stand_in_any_order(context: CheckContext, name: str) -> bool:
    """Whether the solutions of all seeds are right in all orders that are tried."""
    tried = 0
    for solution in context.until_budget(context.solutions, least=_FEWEST_SEEDS):
        value = solution.actions[-1].get(name)
        if not _is_long(value):
            continue
        tried += 1
        if not all(_is_paid(context, solution, {name: order}) for order in _orders(value)):
            return False
    return tried >= _FEWEST_SEEDS


def _paid_in_another_order(context: CheckContext, solution: Rollout, name: str) -> Rollout | None:
    """A rollout with a spoilt list that is refused as it is and paid in another order."""
    value = solution.actions[-1].get(name)
    if not _is_long(value):
        return None
    rng = random.Random(f"any order {solution.seed}")
    for spoilt in _spoilt(context, solution, name, rng):
        if _is_paid(context, solution, {name: spoilt}):
            continue
        for order in _orders(spoilt):
            rollout = _is_paid(context, solution, {name: order})
            if rollout:
                return rollout
    return None


def _is_paid(context: CheckContext, solution: Rollout, change: Action) -> Rollout | None:
    """The rollout with a changed last action, if it is paid like the solution."""
    action = {**solution.actions[-1], **change}
    rollout = play(context, [*solution.actions[:-1], action], solution.seed)
    least = solution.total - oracle_margin(context)
    return None if rollout.error or rollout.total < least else rollout


def _orders(items: list[Any]) -> Iterator[list[Any]]:
    """Orders in which neighbours are no neighbours any more, and the reverse."""
    yield [*items[::2], *items[1::2]]
    yield [*items[1::2], *items[::2]]
    yield items[::-1]
    half = len(items) // 2
    yield [item for pair in itertools.zip_longest(items[:half], items[half:]) for item in pair
           if item is not None]  # fmt: skip


def _spoilt(
    context: CheckContext, solution: Rollout, name: str, rng: random.Random
) -> Iterator[list[Any]]:
    """Valid copies of a list in which one item has a value of another, or a number one off."""
    value = solution.actions[-1][name]
    made = 0
    for place in rng.sample(range(len(value)), len(value)):
        near = value[place - 1] if place else value[1]
        for item in _spoilt_items(value[place], near):
            copy = [*value[:place], item, *value[place + 1 :]]
            if context.source.valid({**solution.actions[-1], name: copy}):
                yield copy
                made += 1
            if made >= _MOST_EDITS:
                return


def _spoilt_items(item: Any, near: Any) -> Iterator[Any]:
    """An item with one value of its neighbour, and with one number less or more by one."""
    if isinstance(item, int) and not isinstance(item, bool):
        yield from (item - 1, item + 1)
    if not isinstance(item, dict) or not isinstance(near, dict):
        return
    for key, value in item.items():
        if key in near and near[key] != value:
            yield {**item, key: near[key]}
        if isinstance(value, int) and not isinstance(value, bool):
            yield from ({**item, key: value - 1}, {**item, key: value + 1})
