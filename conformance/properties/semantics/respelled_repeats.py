"""Semantics: an item that is named again in another spelling does not count as another item.

A list in which `7` may stand once, compared by its texts, takes `07` as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import oracle_margin, play
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FEWEST, _SHARE = 4, 0.75
_MOST_STEPS, _MOST_ITEMS = 4, 8
_HEAD = re.compile(r"\s*([^\s:,;=]+)([\s:,;=].*)?", re.S)
"""The name of an item, and what stands behind it, such as `7` and `:40`."""


@check("semantic.respelled_repeats")
def respelled_repeats(context: CheckContext) -> None:
    """Put an item in another spelling in the place of the next one, which is needed."""
    context.require_deterministic()
    tried, found = 0, list[Episode]()
    for solution in context.until_budget(context.solutions, least=_FEWEST):
        outcomes = list(_outcomes(context, solution))
        tried += bool(outcomes)
        found += [episode for episode in outcomes if episode is not None][:1]
    if not tried:
        raise NotApplicable("no list of a solution has different items that may stand in it once")
    if len(found) >= max(_FEWEST, _SHARE * tried):
        sent = to_json(found[0].calls[-1].action)
        raise PropertyViolated(
            "an item that is named again in another spelling is paid like the right other item, "
            f"and in the same spelling it is not: {sent[:200]}; so on {len(found)} of {tried} "
            "seeds",
            found[0],
        )


def _outcomes(context: CheckContext, solution: Rollout) -> Iterator[Episode | None]:
    """For each pair of items with another spelling the play, if it is paid."""
    for place, action in enumerate(solution.actions[:_MOST_STEPS]):
        for field, value in action.items():
            items = _items(value)
            heads = [match[1] for item in items if (match := _HEAD.fullmatch(item))]
            if not 1 < len(items) <= _MOST_ITEMS or len({*heads}) < len(items):
                continue

            def changed(named: list[str], action: Action = action, field: str = field) -> Action:
                is_text = isinstance(action[field], str)
                return {**action, field: "\n".join(named) if is_text else named}

            first, second = heads[:2]
            rest = items[1].removeprefix(second)
            wrong = [changed([items[0], f"{head}{rest}", *items[2:]]) for head in (first, "99q9")]
            wrong.append(changed([items[0], *items[2:]]))
            if any(_is_paid(context, solution, place, each) for each in wrong):
                continue
            paid = (
                Episode.of(solution.seed, [*solution.actions[:place], other], "named again")
                for spelling in _spellings(first)
                if (other := changed([items[0], f"{spelling}{rest}", *items[2:]]))
                and _is_paid(context, solution, place, other)
            )
            yield next(paid, None)


def _items(value: Any) -> list[str]:
    """The items of a list of texts, or the lines of a text."""
    items = value.split("\n") if isinstance(value, str) else value
    is_list = isinstance(items, list) and all(isinstance(item, str) for item in items)
    return items if is_list else []


def _spellings(name: str) -> list[str]:
    forms = [f"0{name}", f"{name}.0"] if name.isdecimal() else []
    forms += [name.upper(), name.lower(), name.title(), f" {name}"]
    return [form for form in forms if form != name]


def _is_paid(context: CheckContext, solution: Rollout, place: int, other: Action) -> bool:
    """Whether a step in the place of a solution's own earns as much, there or in all."""
    if not context.source.valid(other):
        return False
    actions = [*solution.actions[:place], other, *solution.actions[place + 1 :]]
    rollout = play(context, actions, solution.seed)
    margin, own = oracle_margin(context), solution.rewards[place]
    at_once = len(rollout.rewards) > place and own > margin
    if rollout.error or len(rollout.rewards) <= place:
        return False
    return rollout.total >= solution.total - margin or (
        at_once and rollout.rewards[place] >= own - 1e-9
    )
