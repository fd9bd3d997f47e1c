"""The rules that may make paid actions from values that an instance holds or shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import Any

from hallmark_rl.conformance.actions.action_source import ActionSource
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.oracle_search.action_slots import Slot, conversions, slots_of
from hallmark_rl.conformance.oracle_search.answer_rules import (
    EACH,
    PLACES,
    AnswerRule,
    Source,
    Views,
    importance,
    is_action,
)

_LONGEST_POSITION = 4
"""Numbers of a list that are read as a position."""


def possible_rules(
    source: ActionSource, bases: list[Action], views: Views, secrets: Set[str] = frozenset()
) -> Iterator[AnswerRule]:
    """Rules for the values of all places: whole actions, several slots at once, single slots.

    Values that the author calls `secrets` come first.
    """
    paths = sorted(
        ((place, path, value) for place in PLACES for path, value in views[place].items() if path),
        key=lambda item: (str(item[2]) not in secrets, *importance(item[0], item[1]), item[1]),
    )
    for place, path, value in paths:
        items = value if isinstance(value, list) and len(value) > 1 else []
        if is_action(source, value):
            yield AnswerRule({}, (Source((), place, path),))
        if items and all(is_action(source, item) for item in items):
            yield AnswerRule({}, (Source((), place, path, each=True),))
    slots_by_base = [(base, slots_of(source, base)) for base in bases]
    for base, slots in slots_by_base:
        yield from _by_name(base, slots, paths)
        yield from _by_position(base, slots, views)
    for place, path, value in paths:
        if value is True or value is False:
            continue
        for base, slots in slots_by_base:
            for slot in slots:
                for form in conversions(value, slot):
                    yield AnswerRule(base, (Source(slot.keys, place, path, form),))
                    if _is_in_each_item(path, views[place]):
                        each = Source(
                            slot.keys, place, path.replace("[0]", EACH, 1), form, each=True
                        )
                        yield AnswerRule(base, (each,))
                items = value if isinstance(value, list) and 1 < len(value) <= 60 else []
                for form in conversions(items[0], slot) if items else ():
                    yield AnswerRule(base, (Source(slot.keys, place, path, form, each=True),))


def _is_in_each_item(path: str, values: Mapping[str, Any]) -> bool:
    """Whether a path leads into the first item of a list, and the next item holds the same."""
    return "[0]" in path and path.replace("[0]", "[1]", 1) in values


def telling_actions(
    source: ActionSource, bases: list[Action], views: Views, most: int
) -> list[Action]:
    """Up to `most` valid actions with values whose name, such as `answer`, says what they are."""
    made: dict[str, Action] = {}
    for rule in possible_rules(source, bases, views):
        if any(importance(part.place, part.path)[0] for part in rule.sources):
            continue
        action = rule.action(views, 0)
        if action is not None and source.valid(action):
            made.setdefault(to_json(action), action)
        if len(made) >= most:
            break
    return list(made.values())


def _by_name(
    base: Action, slots: list[Slot], paths: list[tuple[str, str, Any]]
) -> Iterator[AnswerRule]:
    """Rules that fill two slots or more from values whose last key is the slot's name."""
    by_parent: dict[tuple[str, str], list[Source]] = {}
    for place, path, value in paths:
        for slot in slots:
            for ending in (f".{slot.name}", f"[{slot.name!r}]"):
                if path.endswith(ending):
                    for form in list(conversions(value, slot))[:1]:
                        made = Source(slot.keys, place, path, form)
                        parent = by_parent.setdefault((place, path.removesuffix(ending)), [])
                        parent.append(made)
    for sources in by_parent.values():
        if len({source.keys for source in sources}) >= 2:
            yield AnswerRule(base, tuple({source.keys: source for source in sources}.values()))


def _by_position(base: Action, slots: list[Slot], views: Views) -> Iterator[AnswerRule]:
    """Rules that fill all slots for whole numbers from a list of as many, such as a position."""
    numeric = [slot for slot in slots if slot.kinds == {"integer"}]
    if not 2 <= len(numeric) <= _LONGEST_POSITION:
        return
    for place in PLACES:
        for path, value in sorted(
            views[place].items(), key=lambda item: importance(place, item[0])
        ):
            if not isinstance(value, list) or len(value) != len(numeric):
                continue
            if not all(type(item) is int for item in value):
                continue
            for order in (numeric, numeric[::-1]):
                sources = [
                    Source(slot.keys, place, f"{path}[{number}]", form)
                    for number, slot in enumerate(order)
                    for form in list(conversions(value[number], slot))[:1]
                ]
                if len(sources) == len(numeric):
                    yield AnswerRule(base, tuple(sources))
