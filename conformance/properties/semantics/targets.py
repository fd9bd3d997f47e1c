"""Semantics: an amount counts only for the thing that it is given to."""

from __future__ import annotations

import copy
import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import confirm_share, solve
from hallmark_rl.conformance.checking.policies import more_solutions, oracle_margin, play
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_LARGEST_SHARE = 0.5
"""Share of seeds on which exchanged amounts may be paid: two things may be worth the same."""
_LARGEST_LOSS = 0.15
"""Share of the scale that an episode may lose and still count as paid: a fee for the wrong step."""
_FEWEST_SEEDS = 3
_SOLUTIONS = 24
_MOST_PAIRS = 3
_PLACE = re.compile(
    r"(^|_)(place|position|slot|platform|track|lane|room|table|seat|bay|dock|gate|door|floor|shelf"
    r"|rows?|columns?|col|cell|index|channel|port|station|machine|day|hour|period)(_|$)",
    re.I,
)

Keys = tuple[str | int, ...]


@dataclass(frozen=True)
class Gift:
    """An amount that a solution gives to a named thing, and where it stands in the actions."""

    name: str
    amount: int | float
    place: Keys

    def is_like(self, other: Gift) -> bool:
        """Whether both stand in one object, or in fields of one name."""
        return self.place[-1] == other.place[-1] or self.place[:-1] == other.place[:-1]


@check("semantic.targets_matter")
def targets_matter(context: CheckContext) -> None:
    """Exchange the amounts that a solution gives to two things which differ in what is shown."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    paid: list[Rollout] = []
    count = 0
    for solution in context.until_budget(
        [*context.solutions, *more_solutions(context, _SOLUTIONS)], least=6
    ):
        exchange = _exchange(context, solution)
        if exchange is not None:
            count += 1
            paid += [exchange.rollout] if exchange.is_paid(context, solution) else []
    if count < _FEWEST_SEEDS:
        raise NotApplicable("solutions give no different amounts to two things that are shown")
    if len(paid) <= _LARGEST_SHARE * count:
        return

    def is_paid(seed: int) -> bool | None:
        solution = solve(context, seed)
        exchange = None if solution is None else _exchange(context, solution)
        return None if solution is None or exchange is None else exchange.is_paid(context, solution)

    test = confirm_share(context, "semantic.targets_matter", is_paid, _LARGEST_SHARE, plays=4)
    if test:
        raise PropertyViolated(
            f"a solution still earns {paid[0].total:.4g} after two of its amounts were exchanged, "
            f"so that each goes to the wrong thing; {test}",
            paid[0].episode("exchanged amounts"),
        )


@dataclass(frozen=True)
class Exchange:
    """A solution that was played with two amounts exchanged.

    Attributes:
        rollout: the play.
        amounts: how many amounts the solution has.
        one_less: the play in which only the larger amount is made as small as the other one.
    """

    rollout: Rollout
    amounts: int
    one_less: Rollout

    def is_paid(self, context: CheckContext, solution: Rollout) -> bool:
        """Whether it loses less than partial credit would take for one wrong amount.

        And not half of what one amount that is too small loses, if that loses something.
        """
        share = min(_LARGEST_LOSS, 1.0 / self.amounts)
        loss = max(share * abs(context.scale), oracle_margin(context))
        lost_by_less = solution.total - self.one_less.total
        if lost_by_less > oracle_margin(context):
            loss = min(loss, lost_by_less / 2)
        return not self.rollout.error and self.rollout.total >= solution.total - loss


def _exchange(context: CheckContext, solution: Rollout) -> Exchange | None:
    """Exchange two amounts; None if none can be, or if amounts do not count."""
    driver = context.new_driver()
    opening = driver.reset(**({} if solution.seed is None else {"seed": solution.seed}))
    driver.close()
    records = shown_records(opening.data or {})
    named = [gift for gift in gifts(solution.actions) if gift.name in records]
    ids = {place for place in {g.place[-1] for g in named} if _are_names(named, place, records)}
    named = [gift for gift in named if gift.place[-1] not in ids]
    pairs = (
        (one, other)
        for one, other in itertools.combinations(named, 2)
        if one.is_like(other)
        and one.amount != other.amount
        and records[one.name] != records[other.name]
        and not are_places(one, other, records)
    )
    for one, other in itertools.islice(pairs, _MOST_PAIRS):
        swapped = with_amounts(solution.actions, {one.place: other.amount, other.place: one.amount})
        changed = with_amounts(solution.actions, {one.place: one.amount + other.amount})
        if not all(map(context.source.valid, [*swapped, *changed])):
            continue
        rollout = play(context, changed, solution.seed)
        if not rollout.error and rollout.total >= solution.total - oracle_margin(context):
            continue  # the amounts do not count at all
        amounts = len({gift.place for gift in named if gift.is_like(one)})
        larger = max(one, other, key=lambda gift: gift.amount)
        less = with_amounts(solution.actions, {larger.place: min(one.amount, other.amount)})
        one_less = play(context, less, solution.seed)
        return Exchange(play(context, swapped, solution.seed), amounts, one_less)
    return None


def _are_names(named: list[Gift], field: str | int, records: dict[str, Any]) -> bool:
    """Whether all numbers of a field name things, as in `merge 3 into 5`, and are not amounts."""
    amounts = {gift.amount for gift in named if gift.place[-1] == field}
    return len(amounts) > 1 and all(str(amount) in records for amount in amounts)


def are_places(one: Gift, other: Gift, records: dict[str, Any]) -> bool:
    """Whether both numbers name places, or values that each of the two things may have.

    Two platforms may be as good as each other: see semantic.exchanged_places.
    """
    named = isinstance(one.place[-1], str) and _PLACE.search(one.place[-1])
    return bool(named) or (
        _may_have(records[one.name], other.amount) and _may_have(records[other.name], one.amount)
    )


def _may_have(record: Any, value: Any) -> bool:
    return any(isinstance(part, list) and value in part for _, part in subtrees(record))


def shown_records(message: dict[str, Any]) -> dict[str, Any]:
    """What a message shows of each named thing, by its name.

    A thing is an entry of an object, or an item of a list of objects; each value of such an item
    that no other item of the list has is one of its names.
    """
    records: dict[str, Any] = {}
    for _, value in subtrees({k: v for k, v in message.items() if k != "metadata"}):
        if isinstance(value, dict) and len(value) > 1:
            records.update({str(key): inner for key, inner in value.items()})
        elif isinstance(value, list) and all(isinstance(item, dict) for item in value):
            keys = {key for item in value for key in item}
            for key in sorted(keys):
                names = [str(item.get(key)) for item in value]
                if len(set(names)) == len(names):
                    for name, item in zip(names, value, strict=True):
                        records[name] = {k: v for k, v in item.items() if k != key}
    return records


def gifts(actions: list[Action]) -> list[Gift]:
    """The named amounts of actions of one kind, and those of objects and lists in an action.

    Actions are of one kind if they differ in two fields only: the name and the amount.
    """
    found: list[Gift] = []
    for number, action in enumerate(actions):
        for field, value in action.items():
            if isinstance(value, dict):
                for key, inner in value.items():
                    if _is_amount(inner):
                        found.append(Gift(str(key), inner, (number, field, key)))
            elif isinstance(value, list):
                for place, item in enumerate(value):
                    if isinstance(item, dict):
                        found += _named_amount(item, value, (number, field, place))
        found += _named_amount(action, actions, (number,))
    return found


def _named_amount(item: dict[str, Any], others: list[Any], place: Keys) -> Iterator[Gift]:
    """The amounts of an item, each with the value of the only other field that is different too.

    Different from those of at least one of the others, which has the same fields.
    """
    fields: set[tuple[str, str]] = set()
    for other in others:
        if isinstance(other, dict) and set(other) == set(item):
            differing = [key for key in item if item[key] != other[key] and key != "metadata"]
            if len(differing) == 2:
                fields |= {(differing[0], differing[1]), (differing[1], differing[0])}
    for name, amount in sorted(fields):
        named = isinstance(item[name], str | int) and not isinstance(item[name], bool)
        if named and _is_amount(item[amount]):
            yield Gift(str(item[name]), item[amount], (*place, amount))


def with_amounts(actions: list[Action], amounts: dict[Keys, int | float]) -> list[Action]:
    """A copy of actions with other amounts at given places."""
    changed = copy.deepcopy(actions)
    for place, amount in amounts.items():
        inner: Any = changed
        for key in place[:-1]:
            inner = inner[key]
        inner[place[-1]] = amount
    return changed


def _is_amount(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
