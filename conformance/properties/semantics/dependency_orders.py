"""Semantics: where things must come after those that they need, every such order is paid.

In the order that the oracle gives, neighbours are exchanged of which neither needs the other: what
was right stays right.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, oracle_margin, play
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import first_message
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import subtrees, texts_in
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FRESH = 12
_FEWEST_ITEMS = 4
_FEWEST_TASKS = 4
_FEWEST_REFUSED = 3
"""Tasks on which a right order must be refused."""
_TOKEN = re.compile(r"[\w.-]+")
_TIE = re.compile(
    r"alphabet|lexicograph|smallest|lowest|priorit|earliest|shortest|cheapest|fewest|minimi[sz]e"
    r"|maximi[sz]e|optimal|\bbest\b|first in|ties?\b",
    re.I,
)
"""Words that choose one of several orders."""

Needs = Mapping[str, frozenset[str]]
"""For each thing the things that it names, as those that it needs."""


@check("semantic.dependency_orders")
def dependency_orders(context: CheckContext) -> None:
    """Exchange neighbours that do not need each other in the oracle's order."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    tried, refused = 0, []
    directions: set[bool] = set()
    for solution in context.until_budget(
        [*context.solutions, *more_solutions(context, _FRESH)], least=_FEWEST_TASKS
    ):
        shown = first_message(context, solution)
        texts = texts_in(shown)
        if any(map(_TIE.search, texts)):
            raise NotApplicable("the task may say which of several orders is right")
        found = _order(solution.actions[-1], shown)
        if found is None:
            continue
        name, items, needs = found
        directions |= set(_directions(items, needs))
        outcomes = [
            (rollout, rollout.total >= solution.total - oracle_margin(context))
            for rollout in _exchanged(context, solution, name, items, needs)
            if not rollout.error
        ]
        tried += bool(outcomes)
        refused += [rollout for rollout, is_paid in outcomes if not is_paid][:1]
    if tried < _FEWEST_TASKS or len(directions) != 1:
        raise NotApplicable("the answer is no order of things that need each other")
    if len(refused) >= _FEWEST_REFUSED:
        rollout = refused[0]
        raise PropertyViolated(
            f"an order in which everything comes on the same side of what it needs earns "
            f"{rollout.total:.4g}, less than the oracle's, on {len(refused)} of {tried} tasks: "
            "two neighbours that do not need each other were exchanged",
            rollout.episode("another right order"),
        )


def _order(action: Action, shown: dict[str, Any]) -> tuple[str, list[str], Needs] | None:
    """The field that holds an order of things, the things in it, and what each needs."""
    for name, value in action.items():
        items = value if isinstance(value, list) else _TOKEN.findall(str(value))
        if not all(isinstance(item, str) for item in items) or len(items) < _FEWEST_ITEMS:
            continue
        if len(set(items)) == len(items):
            needs = _needs(shown, frozenset(items))
            if needs is not None:
                return name, list(items), needs
    return None


def _needs(shown: dict[str, Any], items: frozenset[str]) -> Needs | None:
    """What each item needs: lists of other items beside its name; None if they are not shown."""
    for _, part in subtrees(shown):
        found: dict[str, frozenset[str]] = {}
        if isinstance(part, dict):
            found = {k: frozenset(v) for k, v in part.items() if _lists(v, items)}
        elif isinstance(part, list):
            for record in part:
                values = list(record.values()) if isinstance(record, dict) else []
                names = [value for value in values if isinstance(value, str) and value in items]
                lists = [value for value in values if _lists(value, items)]
                if len(names) == 1 and len(lists) == 1:
                    found[names[0]] = frozenset(lists[0])
        if set(found) == items and any(found.values()):
            return found
    return None


def _lists(value: Any, items: frozenset[str]) -> bool:
    return isinstance(value, list) and all(isinstance(v, str) and v in items for v in value)


def _directions(items: list[str], needs: Needs) -> Iterator[bool]:
    """For each need, whether it comes before what needs it."""
    for item, needed in needs.items():
        yield from (items.index(other) < items.index(item) for other in needed)


def _exchanged(
    context: CheckContext, solution: Rollout, name: str, items: list[str], needs: Needs
) -> Iterator[Rollout]:
    """The solution with two neighbours exchanged that do not need each other."""
    last = solution.actions[-1]
    for one, other in itertools.pairwise(items):
        if other in needs[one] or one in needs[other]:
            continue
        action = {**last, name: _with_exchanged(last[name], {one: other, other: one})}
        if context.source.valid(action):
            yield play(context, [*solution.actions[:-1], action], solution.seed)


def _with_exchanged(value: Any, other: Mapping[str, str]) -> Any:
    """A list or a text of names with some names replaced."""
    if isinstance(value, list):
        return [other.get(item, item) for item in value]
    return _TOKEN.sub(lambda match: other.get(match[0], match[0]), value)
