"""Semantics: an amount costs what it is worth, in whichever unit it is named.

A price that is worked out from the number that was sent, while stock is counted after conversion,
makes one unit cheaper than another.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import last_response
from hallmark_rl.conformance.checking.probes.changed_values import Path, leaves, with_leaf
from hallmark_rl.conformance.checking.probes.units import unit_fields
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.refusals import VERDICT
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import slots_of

_UNIT = re.compile(r"^(\w+_)?(unit|units|uom|measure)$", re.I)
_SEEDS = 3
_MOST_STEPS = 4
"""Steps of a solution whose unit is changed."""
_CLOSE = 0.02
"""Relative difference below which two changes count as equal; prices may be rounded."""
_SCALED = 0.1
"""Relative difference above which a change counts as that of another amount."""
_LEAST, _MOST = {int: 20, float: 0.5}, 1e15
"""The least change from which a ratio can be told in spite of rounding; a bound of numbers."""


@check("semantic.unit_prices")
def unit_prices(context: CheckContext) -> None:
    """Send the number of a step with another unit, and about half of it with the same unit."""
    context.require_deterministic()
    units = {**_named_units(context), **unit_fields(context.survey.schema)}
    if not units:
        raise NotApplicable("the action names no unit of measure")
    found: dict[str, list[Episode]] = {}
    was_compared = False
    for solution in context.until_budget(context.solutions, least=_SEEDS):
        for count, action in enumerate(solution.actions[:_MOST_STEPS]):
            before = solution.actions[:count]
            for text, actions in _compared(context, solution.seed, before, action, units):
                was_compared = True
                episode = Episode.of(solution.seed, actions, "another unit", **solution.options)
                if text:
                    found.setdefault(text, []).append(episode)
    for text, episodes in found.items():
        if len({episode.seed for episode in episodes}) >= _SEEDS:
            raise PropertyViolated(f"{text}; so on {len(episodes)} episodes", episodes[0])
    if not was_compared:
        raise NotApplicable("no step with a unit changes two numbers that the messages show")


def _named_units(context: CheckContext) -> dict[str, list[str]]:
    """The fields of the action that are named for a unit, with their values."""
    return {
        slot.name: [value for value in slot.choices if isinstance(value, str)]
        for slot in slots_of(context.source, {})
        if _UNIT.match(slot.name) and len(slot.choices) > 1
    }


def _compared(
    context: CheckContext,
    seed: int | None,
    before: list[Action],
    action: Action,
    units: Mapping[str, list[str]],
) -> Iterator[tuple[str, list[Action]]]:
    """Pairs of numbers that a step changes: what is wrong with them, if anything, and the steps."""
    values = dict(leaves(action))
    amounts = [path for path, value in values.items() if type(value) in _LEAST and value > 0]
    once = _changes(context, seed, before, action) if amounts else {}
    for path, (field, names) in itertools.product(amounts, units.items()):
        schema = context.survey.schema.get("properties", {}).get(field, {})
        own = action.get(field, schema.get("default"))
        number = values[path]
        smaller = number // 2 if isinstance(number, int) else number / 2
        less = with_leaf(action, path, smaller)
        if own not in names or not once or not context.source.valid(less):
            continue
        part = _changes(context, seed, before, less)
        follows = {key for key in once if _is_close(part.get(key), once[key] * smaller / number)}
        for name in names:
            changed = {**action, field: name}
            if name == own or not context.source.valid(changed):
                continue
            other = _changes(context, seed, before, changed)
            ratios = {key: other[key] / once[key] for key in follows & other.keys()}
            scaled = [key for key, ratio in ratios.items() if abs(math.log(abs(ratio))) > _SCALED]
            same = [key for key, ratio in ratios.items() if _is_close(ratio, 1.0)]
            for one, two in itertools.product(scaled, same):
                yield _text(path, field, own, name, one, two), [*before, changed]
            if len(ratios) > 1:
                yield "", [*before, changed]


def _text(path: Path, field: str, own: Any, name: str, one: str, two: str) -> str:
    return (
        f"the same {path[-1]!r} with {field}={name!r} instead of {to_json(own)} changes "
        f"{one} by another amount, and {two} by the same, though it follows {path[-1]!r}"
    )


def _is_close(value: float | None, wanted: float) -> bool:
    return value is not None and math.isclose(value, wanted, rel_tol=_CLOSE)


def _changes(
    context: CheckContext, seed: int | None, before: list[Action], action: Action
) -> dict[str, float]:
    """By how much a step changes each number that is shown, if it is enough to tell a ratio."""
    responses = [last_response(context, seed, steps) for steps in (before, [*before, action])]
    if any(response is None or response.done for response in responses):
        return {}
    old, new = (_numbers(response.data) for response in responses if response is not None)
    return {
        path: value - old[path]
        for path, value in new.items()
        if path in old and abs(value - old[path]) >= _LEAST[type(value)]
    }


def _numbers(data: Any) -> dict[str, int | float]:
    """The numbers of a message by their paths, but NaN and those that are far too large."""
    return {
        path: value
        for path, value in subtrees(data)
        if type(value) in _LEAST and abs(value) < _MOST and path not in VERDICT
    }
