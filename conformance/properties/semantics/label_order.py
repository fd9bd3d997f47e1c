"""Semantics: the right one of several listed ids is not the one that comes first in their order.

Ids are names: the order of their numbers says nothing of what they stand for. So the item with the
least id is compared with an item that is drawn at random from the same list. Where ids are given
after the items were shuffled, both are right equally often, whatever the environment pays.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import CLAIMS, confirm_share
from hallmark_rl.conformance.checking.policies import play
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import filled, slots_of, templates

_ID = re.compile(r"[A-Za-z]{1,12}[-_ #:/.]?\d{1,12}|\d{4,12}|[0-9a-f]{6,32}")
_LEAST_NUMBER = 1000
"""Smaller numbers are values or places, no ids."""
_FEWEST_ITEMS, _MOST_ITEMS = 3, 40
_SCREENED = 14
"""Seeds on which rules are compared with random items before one is confirmed on fresh seeds."""
_LEAST_LEAD = 5
"""By how many of these seeds a rule must win more often than it loses."""
_EVEN = 0.55
"""Share of seeds on which the least id may beat a random one; 0.5 is exactly even."""
_TRIALS = 200
_MEANT = re.compile(
    r"\b(old(er|est)?|new(er|est)?|latest|earli(er|est)|recent|smallest|largest|lowest|highest"
    r"|greatest|least|order of (arrival|creation)|first come)\b",
    re.I,
)
"""Words of a task in which the order of ids may have a meaning."""
_MOST_TEMPLATES = 6


@dataclass(frozen=True)
class _Rule:
    """Choose the id at a place of the sorted list, in a slot of an action."""

    base: Action
    slot: Any
    path: str
    place: int

    def __str__(self) -> str:
        order = {0: "least", -1: "greatest"}[self.place]
        return f"the {order} id of {self.path}"

    def action(self, value: Any) -> Action:
        return filled(self.base, self.slot, value)


@check("semantic.label_order")
def label_order(context: CheckContext) -> None:
    """Choose by the order of ids, and at random, in one step."""
    context.require_capability_absent("single_task", "there is one task")
    context.require_capability_absent("stochastic", "single returns depend on chance")
    rng = context.rng("label order")
    seeds = [rng.randrange(2**31) for _ in range(_SCREENED)]
    rules = list(_rules(context, seeds[:3]))
    if not rules:
        raise NotApplicable("no action takes one of several ids that the first message lists")
    claims = 0
    for rule in context.until_budget(rules, least=4):
        lead = 0
        for number, seed in enumerate(seeds):
            outcome = _beats_random(context, rule, seed)
            lead += 0 if outcome is None else 1 if outcome else -1
            if lead + len(seeds) - number - 1 < _LEAST_LEAD:
                break
        if lead < _LEAST_LEAD:
            continue
        if _order_is_meant(context, seeds[0]):
            raise NotApplicable("the task's texts say that the order may have a meaning")
        claims += 1
        test = confirm_share(
            context,
            "semantic.label_order",
            functools.partial(_beats_random, context, rule),
            _EVEN,
            most_trials=_TRIALS,
            name=str(rule),
        )
        if test:
            example = next(s for s in seeds if _beats_random(context, rule, s))
            chosen = rule.action(_ids(_opening(context, example), rule.path)[rule.place])
            raise PropertyViolated(
                f"{rule}, chosen in the first step, earns more than a random one of the list: "
                f"{test}",
                play(context, [chosen], example).episode("the order of ids"),
            )
        if claims == CLAIMS:
            return


def _rules(context: CheckContext, seeds: list[int]) -> Iterator[_Rule]:
    """Rules for each slot that takes an id of a list that differs from seed to seed."""
    openings = [_opening(context, seed) for seed in seeds]
    paths = [path for path in _id_lists(openings[0]) if _varies(openings, path)]
    bases = templates(context.source, context.pool)[:_MOST_TEMPLATES]
    seen: set[str] = set()
    for path in paths:
        value = _ids(openings[0], path)[0]
        for base in bases:
            for slot in slots_of(context.source, base):
                if slot.choices or not _takes(slot, value):
                    continue
                if not context.source.valid(filled(base, slot, value)):
                    continue
                key = to_json([path, slot.keys, filled(base, slot, "")])
                if key not in seen:
                    seen.add(key)
                    yield from (_Rule(base, slot, path, place) for place in (0, -1))


def _takes(slot: Any, value: Any) -> bool:
    return ("string" if isinstance(value, str) else "integer") in slot.kinds


def _opening(context: CheckContext, seed: int) -> dict[str, Any]:
    driver = context.new_driver()
    response = driver.reset(seed=seed)
    driver.close()
    return shown_to_agent(response.data or {})


def _id_lists(message: dict[str, Any]) -> list[str]:
    """Paths of lists of ids, of objects with an id (`rows.id`), and of objects keyed by ids."""
    found = []
    for path, value in subtrees(message):
        if isinstance(value, list | dict) and path:
            keys = [""] if not isinstance(value, list) else _keys(value)
            found += [f"{path}|{key}" for key in keys if _ids(message, f"{path}|{key}")]
    return found


def _keys(items: list[Any]) -> list[str]:
    return list(items[0]) if items and isinstance(items[0], dict) else [""]


def _ids(message: dict[str, Any], path: str) -> list[Any]:
    """The ids at a path in the order of their numbers; empty if they are none."""
    place, _, key = path.partition("|")
    held = dict(subtrees(message)).get(place)
    items: list[Any] = list(held) if isinstance(held, list | dict) else []
    if key:
        items = [item.get(key) if isinstance(item, dict) else None for item in items]
    if not _FEWEST_ITEMS <= len(items) <= _MOST_ITEMS or len({*map(repr, items)}) < len(items):
        return []
    whole = all(type(item) is int and item >= _LEAST_NUMBER for item in items)
    if not whole and not all(isinstance(i, str) and _ID.fullmatch(i) for i in items):
        return []
    return sorted(items, key=_rank)


def _rank(item: Any) -> tuple[int, int, str]:
    digits = re.search(r"\d+", str(item))
    return (len(str(item)), int(digits[0]) if digits else 0, str(item))


def _varies(openings: list[dict[str, Any]], path: str) -> bool:
    lists = [repr(_ids(opening, path)) for opening in openings]
    return "[]" not in lists and len(set(lists)) == len(lists)


def _beats_random(context: CheckContext, rule: _Rule, seed: int) -> bool | None:
    """Whether the rule's id earns more than a random one; None if both earn the same."""
    ids = _ids(_opening(context, seed), rule.path)
    if not ids:
        return None
    other = context.rng(f"random id {seed}").choice(ids)
    if other == ids[rule.place]:
        return None
    totals = [play(context, [rule.action(value)], seed).total for value in (ids[rule.place], other)]
    return None if abs(totals[0] - totals[1]) < 1e-9 else totals[0] > totals[1]


def _order_is_meant(context: CheckContext, seed: int) -> bool:
    return bool(_MEANT.search(to_json([_opening(context, seed), context.survey.schema])))
