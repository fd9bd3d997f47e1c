"""Semantics: the right one of several listed ids is not the one that comes first in their order.

Ids are names: the order of their numbers says nothing of what they stand for. So the item with the
least id is compared with an item that is drawn at random from the same list. Where ids are given
after the items were shuffled, both are right equally often, whatever the environment pays. A list
may be one of the message, lines of a text that begin with an id, ids between commas, or a span of
numbers; a field that takes several ids gets as many as the solution has.
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
from hallmark_rl.conformance.oracle_search.action_slots import (
    Slot,
    filled,
    slots_of,
    templates,
    value_at,
)

_ID = re.compile(r"[A-Za-z]{1,12}[-_ #:/.]?\d{1,12}|\d{4,12}|[0-9a-f]{6,32}")
_LEAST_NUMBER, _LEAST_NAMED = 1000, 100
"""Smaller numbers are values or places, no ids: but for those of a key of the items that the action
has as well."""
_QUANTITY = re.compile(
    r"price|cost|fee|value|amount|weight|size|length|width|height|distance|age|year|time|hour"
    r"|minute|day|score|points|power|speed|energy|level|budget|capacity",
    re.I,
)
"""Names of numbers of which the least or the greatest may be what is asked for."""
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
_TEXT_ID = r"[A-Za-z]{1,12}[-_#]?\d{2,12}|\d{5,12}"
_LINE_ID = re.compile(rf"^\s*(?:[-*#•|]+\s*)?[\[(]?({_TEXT_ID})\b", re.M)
_COMMA_IDS = re.compile(rf"(?:\b(?:{_TEXT_ID})(?:, and |, | and )){{2,}}(?:{_TEXT_ID})\b")
_SPAN = re.compile(
    r"\b(?:numbers?|numbered|ids?|notes?|pages?|files?|documents?|records?|tickets?|orders?) "
    r"(?:from )?(\d{2,9}) ?(?:-|–|to|through|\.\.\.?) ?(\d{2,9})\b",
    re.I,
)
"""The least and the greatest number of things that are numbered."""
_MOST_TEMPLATES = 6


@dataclass(frozen=True)
class _Rule:
    """Choose the first or the last ids of a list, in a slot of an action.

    `several` is how many ids the slot takes as a list; 0 if it takes one id and no list.
    """

    base: Action
    slot: Slot
    path: str
    least: bool
    several: int

    def __str__(self) -> str:
        ids = f"{self.several} {'ids' if self.several > 1 else 'id'}" if self.several else "id"
        return f"the {'least' if self.least else 'greatest'} {ids} of {self.path}"

    def chosen(self, ids: list[Any]) -> list[Any]:
        """The ids of a sorted list that the rule takes."""
        count = self.several or 1
        return ids[:count] if self.least else ids[-count:]

    def action(self, chosen: list[Any]) -> Action:
        """The action with these ids, as numbers where the solution has numbers."""
        held = value_at(self.base, self.slot)
        sample = held[0] if isinstance(held, list) and held else held
        if type(sample) is int and all(str(item).isdigit() for item in chosen):
            chosen = [int(item) for item in chosen]
        return filled(self.base, self.slot, chosen if self.several else chosen[0])


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
        if order_is_meant(context, seeds[0], rule.path):
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
            chosen = rule.action(rule.chosen(_ids(_opening(context, example), rule.path)))
            raise PropertyViolated(
                f"choosing {rule} in the first step earns more than choosing at random from the "
                f"list: {test}",
                play(context, [chosen], example).episode("the order of ids"),
            )
        if claims == CLAIMS:
            return


def _rules(context: CheckContext, seeds: list[int]) -> Iterator[_Rule]:
    """Rules for each slot that takes an id of a list that differs from seed to seed."""
    openings = [_opening(context, seed) for seed in seeds]
    paths = [path for path in _id_lists(openings[0]) if _varies(openings, path)]
    ends = [solution.actions[-1] for solution in context.survey.solutions[:2] if solution.actions]
    bases = [*ends, *templates(context.source, context.pool)][:_MOST_TEMPLATES]
    seen: set[str] = set()
    nodes = {path for path, _ in subtrees(openings[0])}  # other paths are keys of a list's items
    for path in paths:
        ids = _ids(openings[0], path)
        for base in bases:
            for slot in slots_of(context.source, base):
                several = _several(base, slot)
                trial = _Rule(base, slot, path, True, several).action(ids[: several or 1])
                if slot.choices or several >= len(ids) or not context.source.valid(trial):
                    continue
                small = any(type(item) is int and item < _LEAST_NUMBER for item in ids)
                if small and path not in nodes and str(slot.keys[-1]) != path.rpartition(".")[2]:
                    continue
                key = to_json([path, slot.keys, filled(base, slot, "")])
                if key not in seen:
                    seen.add(key)
                    yield from (_Rule(base, slot, path, least, several) for least in (True, False))


def _several(base: Action, slot: Slot) -> int:
    """How many items the list has that the slot holds in an action; 0 if it holds none."""
    held = value_at(base, slot)
    return len(held) if isinstance(held, list) and "array" in slot.kinds else 0


def _opening(context: CheckContext, seed: int) -> dict[str, Any]:
    driver = context.new_driver()
    response = driver.reset(seed=seed)
    driver.close()
    return shown_to_agent(response.data or {})


def _id_lists(message: dict[str, Any]) -> dict[str, list[Any]]:
    """Lists of ids in the order of their numbers, by what names them.

    They are lists of ids, of objects with an id (`rows.id`), objects keyed by ids, ids in texts
    that the message shows once, and spans of numbers.
    """
    found: dict[str, list[Any]] = {}
    shown = to_json(message)
    for path, value in subtrees(message):
        if isinstance(value, list | dict) and path:
            keys = _keys(value) if isinstance(value, list) else [""]
            for key in keys:
                items = [i.get(key) if isinstance(i, dict) else None for i in value]
                found[f"{path}.{key}".rstrip(".")] = items if key else list(value)
        elif isinstance(value, str):
            commas = [i for part in _COMMA_IDS.findall(value) for i in re.findall(_TEXT_ID, part)]
            for kind, ids in {"lines": _LINE_ID.findall(value), "commas": commas}.items():
                if all(shown.count(item) == 1 for item in ids):
                    found[f"{path} ({kind})"] = ids
    lists = {path: sorted(ids, key=_rank) for path, ids in found.items() if _are_ids(ids, path)}
    return lists | {path: span for path, text in subtrees(message) if (span := _span(text))}


def _span(text: Any) -> list[int]:
    """The numbers of things of which a text says the least and the greatest number."""
    match = _SPAN.search(text) if isinstance(text, str) else None
    numbers = range(int(match[1]), int(match[2]) + 1) if match else range(0)
    return list(numbers) if _FEWEST_ITEMS <= len(numbers) <= _MOST_ITEMS else []


def _keys(items: list[Any]) -> list[str]:
    return list(items[0]) if items and isinstance(items[0], dict) else [""]


def _ids(message: dict[str, Any], path: str) -> list[Any]:
    return _id_lists(message).get(path, [])


def _are_ids(items: list[Any], path: str) -> bool:
    if not _FEWEST_ITEMS <= len(items) <= _MOST_ITEMS or len({*map(repr, items)}) < len(items):
        return False
    _, _, key = path.rpartition(".")
    least = _LEAST_NAMED if key and not _QUANTITY.search(key) else _LEAST_NUMBER
    whole = all(type(item) is int and item >= least for item in items)
    return whole or all(isinstance(i, str) and _ID.fullmatch(i) for i in items)


def _rank(item: Any) -> tuple[int, int, str]:
    digits = re.search(r"\d+", str(item))
    return (len(str(item)), int(digits[0]) if digits else 0, str(item))


def _varies(openings: list[dict[str, Any]], path: str) -> bool:
    lists = [repr(_ids(opening, path)) for opening in openings]
    return "[]" not in lists and len(set(lists)) == len(lists)


def _beats_random(context: CheckContext, rule: _Rule, seed: int) -> bool | None:
    """Whether the rule's ids earn more than random ones; None if both earn the same."""
    ids = _ids(_opening(context, seed), rule.path)
    if len(ids) <= rule.several:
        return None
    others = context.rng(f"random id {seed}").sample(ids, rule.several or 1)
    own = rule.chosen(ids)
    if sorted(map(repr, others)) == sorted(map(repr, own)):
        return None
    totals = [play(context, [rule.action(chosen)], seed).total for chosen in (own, others)]
    return None if abs(totals[0] - totals[1]) < 1e-9 else totals[0] > totals[1]


def order_is_meant(context: CheckContext, seed: int, path: str) -> bool:
    """Whether a task's texts use words that give the order of ids a meaning, such as `oldest`.

    The list at `path` is not searched: it does not ask for anything.
    """
    listed = re.split(r"[.\[]", path)[0]
    opening = _opening(context, seed)
    is_list = isinstance(opening.get(listed), list | dict)
    shown = {key: value for key, value in opening.items() if not is_list or key != listed}
    return bool(_MEANT.search(to_json([shown, context.survey.schema])))
