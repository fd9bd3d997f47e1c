"""Semantics: the right item of a list that is shown on the way is not always at one place.

Nor is it always the one with the least or the greatest of the numbers that the items are named by.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.error_rate import allowance, fresh_seeds, upper_tail
from hallmark_rl.conformance.checking.policies import earns_less_with, oracle_rollout
from hallmark_rl.conformance.checking.probes.changed_values import Path, leaves
from hallmark_rl.conformance.checking.probes.listed_items import ListedItem, lists_with
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.label_order import order_is_meant
from hallmark_rl.conformance.survey.survey_data import Rollout

_SEEDS, _FEWEST = 90, 40
_GLANCE = 8
"""Episodes after which nothing more is played if no list was seen that holds the answer."""
_LEAST_GAIN = 0.3
"""By how much a place must be right more often than by chance."""
_SCREEN = 1e-2
_PLACES = (0, 1, 2, -1, -2)
_EXTREMES = ("least", "greatest")
_COUNTERED = 6
"""Episodes in which another item of the list is chosen instead, which must earn less."""


_Rule = int | str
"""A place in the list, from its beginning or its end, or one of the extremes of its numbers."""


@dataclass(frozen=True)
class _Choice:
    """One value of the last action that stands in one item of a list shown before.

    Attributes:
        solution: the oracle's episode.
        field: where the value is in the action.
        found: the list and the item.
        ordered: whether the items are sorted by one of their values: the place then has a meaning.
    """

    solution: Rollout
    field: Path
    found: ListedItem
    ordered: bool


@check("semantic.listed_places")
def listed_places(context: CheckContext) -> None:
    """Learn the right place of each list on some seeds, confirm it on others."""
    context.require_capability_absent("single_task", "there is one task")
    context.require_capability_absent("stochastic", "episodes are not comparable")
    if all(len(solution.actions) < 2 for solution in context.solutions):
        raise NotApplicable("the oracle takes one step: see semantic.answer_bias")
    by_list: dict[tuple[Path, str], list[_Choice]] = {}
    played = 0
    for choices in context.until_budget(_collected(context), least=_FEWEST):
        played += 1
        for choice in choices:
            by_list.setdefault((choice.field, choice.found.path), []).append(choice)
        if played == _GLANCE and not by_list:
            break
    suspects = {
        key: choices
        for key, choices in by_list.items()
        if len(choices) >= played / 2
        and not all(choice.ordered for choice in choices)
        and len({repr(choice.found.values[choice.found.place]) for choice in choices}) > 2
    }
    if not suspects:
        raise NotApplicable("no list is shown from which the answer is taken")
    if played < _FEWEST:
        raise EvidenceMissing(f"{played} episodes could be played, {_FEWEST} are needed")
    rules: list[_Rule] = [*_PLACES, *_EXTREMES]
    rate = allowance("semantic.listed_places", len(suspects) * len(rules))
    for (field, path), choices in suspects.items():
        middle = len(choices) // 2
        for rule in rules:
            explored, confirmed = choices[:middle], choices[middle:]
            if not _is_usual(explored, rule, _SCREEN) or not _is_usual(confirmed, rule, rate):
                continue
            if not _others_earn_less(context, confirmed):
                continue
            if isinstance(rule, str) and order_is_meant(
                context, confirmed[0].solution.seed or 0, path
            ):
                continue
            hits = sum(_follows(choice, rule) for choice in confirmed)
            name = f"the item with the {rule} number" if isinstance(rule, str) else ""
            if isinstance(rule, int):
                name = f"item {rule + 1}" if rule >= 0 else f"item {-rule} from the end"
            raise PropertyViolated(
                f"{name} of the list {path} is the right {'.'.join(map(str, field))} on {hits} of "
                f"{len(confirmed)} seeds; by chance it would be on {_chance(confirmed):.0f}",
                confirmed[0].solution.episode("solution"),
            )


def _collected(context: CheckContext) -> Iterator[list[_Choice]]:
    """The choices of the oracle's last action, on one fresh seed after another."""
    seeds = fresh_seeds(context.seed, "listed places")
    for _ in range(_SEEDS):
        responses: list[Response] = []
        rollout = oracle_rollout(context, next(seeds), 60, responses)
        if not rollout.error and rollout.total > context.floor + 1e-9:
            yield list(_choices(rollout, responses[: len(rollout.actions)]))


def _choices(rollout: Rollout, shown: list[Response]) -> Iterator[_Choice]:
    for field, value in leaves(rollout.actions[-1]):
        if not isinstance(value, int | str) or isinstance(value, bool) or value == "":
            continue
        for response in reversed(shown):
            lists = list(lists_with(response.data or {}, value))
            for found in lists:
                if not _takes_the_rest(rollout, found):
                    yield _Choice(rollout, field, found, _is_ordered(found.rows))
            if lists:
                break


def _takes_the_rest(rollout: Rollout, found: ListedItem) -> bool:
    """Whether earlier actions name all other items: which one comes last is the oracle's order."""
    named = [value for action in rollout.actions[:-1] for _, value in leaves(action)]
    others = (value for place, value in enumerate(found.values) if place != found.place)
    return all(other in named for other in others)


def _is_ordered(rows: list[dict[str, Any]]) -> bool:
    for key in rows[0]:
        values = [row.get(key) for row in rows]
        if all(type(value) is type(values[0]) and isinstance(value, int | str) for value in values):
            ascending = sorted(values, key=lambda value: (value, repr(value)))
            if values in (ascending, ascending[::-1]):
                return True
    return False


def _follows(choice: _Choice, rule: _Rule) -> bool:
    """Whether the right item is the one that a rule takes."""
    if isinstance(rule, int):
        count = len(choice.found.values)
        return choice.found.place == rule % count and -count <= rule
    numbers = choice.found.numbers
    best = min(numbers, default=0) if rule == "least" else max(numbers, default=0)
    return bool(numbers) and numbers[choice.found.place] == best


def _chance(choices: list[_Choice]) -> float:
    return sum(1 / len(choice.found.values) for choice in choices)


def _is_usual(choices: list[_Choice], rule: _Rule, rate: float) -> bool:
    """Whether a rule is right so often that chance explains it with at most this probability."""
    hits, chance = sum(_follows(c, rule) for c in choices), _chance(choices) / len(choices)
    usual = hits / len(choices) >= chance + _LEAST_GAIN
    return usual and upper_tail(hits, len(choices), chance) <= rate


def _others_earn_less(context: CheckContext, choices: list[_Choice]) -> bool:
    """Whether another item of the list is wrong, so that its place is part of the answer."""
    return all(
        choice.found.other is not None
        and earns_less_with(context, choice.solution, choice.field, choice.found.other)
        for choice in choices[:_COUNTERED]
    )
