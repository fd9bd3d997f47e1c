"""Scripts that read no observation: fixed actions in turn, and all values of small fields."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.changed_values import leaves, with_leaf
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.message_content import content_without_counters
from hallmark_rl.conformance.oracle_search.action_slots import Slot, filled, slots_of, templates

BOUNDARIES: tuple[int, ...] = (1, 0, -1, 1000, -1000, 10**6)
"""Numbers at and beyond the boundaries that amounts usually have."""
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
_LONGEST_TEXT = 40
_MOST_LETTERS = 24
_MOST_FOR_TRIPLES = 7
_MOST_CELLS = 150
_MOST_VALUES = 40
_MOST_SIZES = 8
_SIZES = (6, 5, 8, 4, 10, 3)
"""Sizes that boards and lists often have."""


def with_numbers(context: CheckContext, action: Action) -> Iterator[Action]:
    """Copies of an action with one number in all its number fields, also those it leaves out.

    Where it has none, those with one number in place of the only one of a text, as in `order 5`.
    """
    slots = [slot for slot in slots_of(context.source, action) if _takes_number(slot)]
    if not slots:
        yield from _with_number_in_text(context, action)
        return
    ends = [end for slot in slots if slot.bounds is not None for end in slot.bounds]
    for value in dict.fromkeys((*BOUNDARIES, *ends)):
        made = action
        for slot in slots:
            low, high = slot.bounds or (value, value)
            made = filled(made, slot, min(max(value, low), high))
        if context.source.valid(made):
            yield made


def _with_number_in_text(context: CheckContext, action: Action) -> Iterator[Action]:
    texts = [(path, value) for path, value in leaves(action) if isinstance(value, str)]
    for path, text in texts:
        if len(_NUMBER.findall(text)) == 1 and len(text) <= _LONGEST_TEXT:
            made = (with_leaf(action, path, _NUMBER.sub(str(n), text)) for n in BOUNDARIES)
            yield from filter(context.source.valid, made)


def letters(context: CheckContext, seeds: Sequence[int | None]) -> list[Action]:
    """Up to 24 valid actions for fixed scripts; of those that do the same in a first step, one.

    One for each choice, each with numbers at the boundaries or a flag, and actions of the pool.
    """
    bases = templates(context.source, context.pool)
    made = [*bases, *(action for base in bases for action in with_numbers(context, base))]
    made += [action for base in bases for action in _with_flag(context, base)]
    unique = {to_json(action): action for action in [*made, *context.pool[:6]]}
    kept: dict[str, Action] = {}
    for action in context.until_budget(unique.values(), least=12):
        kept.setdefault(_first_effects(context, action, seeds), action)
    return list(kept.values())[:_MOST_LETTERS]


def cycles(alphabet: Sequence[Action]) -> Iterator[list[Action]]:
    """Two different actions that take turns; then three, of which two may be equal."""
    for first, second in itertools.permutations(alphabet, 2):
        yield [first, second]
    for triple in itertools.product(alphabet[:_MOST_FOR_TRIPLES], repeat=3):
        if triple[0] != triple[1] or triple[1] != triple[2]:
            yield list(triple)


def sweeps(context: CheckContext, shown: dict[str, Any], most: int) -> Iterator[list[Action]]:
    """All values of the small fields of an action, one step for each combination.

    Args:
        context: the context of the check.
        shown: a first message; the lengths of its lists and texts are sizes to try.
        most: the largest number of steps.
    """
    bases = templates(context.source, context.pool)
    known: set[str] = set()
    for size, base, first in itertools.product(_sizes(shown), bases, (0, 1)):
        for chosen in _swept(slots_of(context.source, base)):
            columns = [_values(slot, size, first) for slot in chosen]
            key = to_json([base, [slot.keys for slot in chosen], columns])
            if key in known or not 3 <= math.prod(map(len, columns)) <= min(most, _MOST_CELLS):
                continue
            known.add(key)
            script = [_with_values(base, chosen, row) for row in itertools.product(*columns)]
            if all(context.source.valid(action) for action in script):
                yield script


def _swept(slots: list[Slot]) -> list[list[Slot]]:
    """Groups of slots that are swept together: whole numbers, one field with choices, and both."""
    numbers = [slot for slot in slots if "integer" in slot.kinds and not slot.choices]
    choices = [[slot] for slot in slots if len(slot.choices) > 2]
    both = [[*numbers, *choice] for choice in choices if numbers]
    single = [[slot] for slot in numbers] if len(numbers) > 1 else []
    return [group for group in [numbers, *single, *choices, *both] if group]


def _with_values(action: Action, slots: list[Slot], values: Sequence[Any]) -> Action:
    for slot, value in zip(slots, values, strict=True):
        action = filled(action, slot, value)
    return action


def _with_flag(context: CheckContext, action: Action) -> Iterator[Action]:
    """Copies of an action in which one field that is true or false is true."""
    for slot in slots_of(context.source, action):
        made = filled(action, slot, True)
        if slot.kinds == {"boolean"} and context.source.valid(made):
            yield made


def _takes_number(slot: Slot) -> bool:
    return bool(slot.kinds & {"integer", "number"}) and not slot.choices


def _values(slot: Slot, size: int, first: int) -> tuple[Any, ...]:
    """All values that the schema allows, if few; else so many whole numbers.

    They begin with the least that is allowed, or with `first`.
    """
    few = slot.few_values(_MOST_VALUES)
    least = max(slot.least or 0, first)
    return few or tuple(range(least, least + size))


def _sizes(shown: dict[str, Any]) -> list[int]:
    """Lengths of lists and texts, and small numbers, of a message; then usual sizes."""
    found: dict[int, None] = {}
    for _, value in subtrees(shown):
        length = len(value) if isinstance(value, list | str) else value
        if isinstance(length, int) and not isinstance(length, bool) and 2 < length <= _MOST_VALUES:
            found.setdefault(length)
    return list(dict.fromkeys([*list(found)[:_MOST_SIZES], *_SIZES]))


def _first_effects(context: CheckContext, action: Action, seeds: Sequence[int | None]) -> str:
    """What a first step with the action shows and pays on each seed, as text."""
    effects = []
    for seed in seeds:
        driver = context.new_driver()
        driver.reset(**({} if seed is None else {"seed": seed}))
        response = driver.step(action)
        driver.close()
        shown = None if response.data is None else content_without_counters(response.data)
        effects.append([shown, response.numeric_reward, response.done])
    return to_json(effects)
