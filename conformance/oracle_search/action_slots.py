"""The places of an action that take a value, and how a value is made to fit one."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hallmark_rl.conformance.actions.action_source import ActionSource
from hallmark_rl.conformance.actions.message_words import command_verbs
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.sdk.common.plain_copy import copy_plain
from hallmark_rl.sdk.common.schema_refs import alternatives, resolve

_MOST_TEMPLATES = 12
_LONGEST_ENUM = 24
_WORD = re.compile(r"[A-Za-z][\w-]{0,30}")
_MOST_WORDS = 8
_PREFIX = re.compile(r"[A-Za-z_]{2,15}:? (?=[^\s])")
_ANSWERS = re.compile(r"(answer|submit|guess|final|solution|reply|say|solve|name)\b", re.I)
"""Verbs of commands that give an answer: they are tried first."""
_MOST_PREFIXES = 3


@dataclass(frozen=True)
class Slot:
    """A place of an action: its keys from the outside in, and the kinds of value that it takes.

    `choices` are the values of an enumeration, `bounds` the least and the greatest integer; `least`
    is the least one where there need be no greatest. `prefixes` are beginnings of commands that a
    description quotes with something after them, such as `answer: ` of `answer: word`.
    """

    keys: tuple[str, ...]
    kinds: frozenset[str]
    choices: tuple[Any, ...] = ()
    bounds: tuple[int, int] | None = None
    least: int | None = None
    prefixes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The innermost key."""
        return self.keys[-1]

    def few_values(self, most: int) -> tuple[Any, ...]:
        """All values, if the schema allows at most `most`; else none."""
        values: tuple[Any, ...] = self.choices
        if not values and self.kinds == {"boolean"}:
            values = (False, True)
        elif not values and self.kinds == {"integer"} and self.bounds is not None:
            low, high = self.bounds
            values = tuple(range(low, high + 1)) if high - low < most else ()
        return values if len(values) <= most else ()


def slots_of(source: ActionSource, action: Action) -> list[Slot]:
    """The slots of an action: its fields, or the arguments of the tool that it calls."""
    if action.get("type") == "call_tool" and source.tools:
        tools = {tool["name"]: tool.get("input_schema") or {} for tool in source.tools}
        schema = tools.get(str(action.get("tool_name")), {})
        return list(_slots(schema, ("arguments",)))
    slots = list(_slots(source.schema, ()))
    return [replace(slot, prefixes=_prefixes(source, slot)) for slot in slots]


def _prefixes(source: ActionSource, slot: Slot) -> tuple[str, ...]:
    if "string" not in slot.kinds or slot.choices:
        return ()
    field = source.schema.get("properties", {}).get(slot.name, {})
    verbs = command_verbs(str(field.get("description", "")))
    found = (_PREFIX.match(text) for text in source.tokens.get(slot.name, ()))
    prefixes = [*(f"{verb} " for verb in verbs), *(match[0] for match in found if match)]
    prefixes.sort(key=lambda prefix: _ANSWERS.match(prefix) is None)
    return tuple(dict.fromkeys(prefixes))[:_MOST_PREFIXES]


def _slots(schema: Mapping[str, Any], outer: tuple[str, ...]) -> Iterator[Slot]:
    for name, inner in schema.get("properties", {}).items():
        if name in ("metadata", "type"):
            continue
        options = alternatives(schema, resolve(schema, inner))
        kinds = {str(option.get("type", "string")) for option in options}
        choices = [v for o in options for v in o.get("enum", [o["const"]] if "const" in o else [])]
        low = [option["minimum"] for option in options if "minimum" in option]
        high = [option["maximum"] for option in options if "maximum" in option]
        bounds = (int(low[0]), int(high[0])) if low and high else None
        above = [int(o["exclusiveMinimum"]) + 1 for o in options if "exclusiveMinimum" in o]
        least = next(iter([*map(int, low), *above]), None)
        yield Slot((*outer, name), frozenset(kinds - {"null"}), tuple(choices), bounds, least)


def slots_in_use(source: ActionSource, actions: Sequence[Action]) -> list[Slot]:
    """The slots of the first action; a text field without options gets those that actions use.

    Such a field has options in fact if the actions hold two to eight different single words there.
    """
    slots = []
    for slot in slots_of(source, actions[0]) if actions else ():
        texts = (v for action in actions if isinstance(v := value_at(action, slot), str))
        words = tuple(text for text in dict.fromkeys(texts) if _WORD.fullmatch(text))
        if slot.kinds == {"string"} and not slot.choices and 1 < len(words) <= _MOST_WORDS:
            slot = replace(slot, choices=words)
        slots.append(slot)
    return slots


def filled(action: Action, slot: Slot, value: Any) -> Action:
    """A copy of the action with the value in a slot."""
    changed: Action = copy_plain(action)
    place = changed
    for key in slot.keys[:-1]:
        place = place.setdefault(key, {})
    place[slot.name] = value
    return changed


def templates(source: ActionSource, pool: list[Action]) -> list[Action]:
    """Valid actions that differ in their choices: one for each option of a field with options.

    First the smallest action, then those of the pool; at most 12.
    """
    smallest = source.minimal()
    bases = [action for action in [smallest, *pool[:6]] if action is not None]
    made: dict[str, Action] = {}
    for base in bases[:1] if not source.tools else pool:
        options = [
            slot for slot in slots_of(source, base) if 0 < len(slot.choices) <= _LONGEST_ENUM
        ]
        variants = [
            base,
            *(filled(base, slot, value) for slot in options for value in slot.choices),
        ]
        for action in variants:
            key = to_json([action.get("tool_name"), *(value_at(action, slot) for slot in options)])
            if key not in made and source.valid(action):
                made[key] = action
    for action in bases[1:] if not source.tools else ():
        made.setdefault(to_json(action), action)
    return list(made.values())[:_MOST_TEMPLATES]


def value_at(action: Action, slot: Slot) -> Any:
    """What an action holds in a slot; None if it holds nothing there."""
    place: Any = action
    for key in slot.keys:
        place = place.get(key) if isinstance(place, dict) else None
    return place


FORMS = ("value", "text", "number", "only item", "joined", "JSON")
"""How a value is made to fit a slot."""
AFTER = "after "
"""Begins the form of a text that begins with one of the slot's prefixes, which follows."""
_LONGEST_AFTER = 100


def conversions(value: Any, slot: Slot) -> dict[str, Any]:
    """What the slot takes of a value, by the name of the form; empty if the value does not fit."""
    forms = (*FORMS, *(f"{AFTER}{prefix}" for prefix in slot.prefixes))
    made = {form: convert(value, form) for form in forms if _fits(convert(value, form), slot)}
    unique: dict[str, Any] = {}
    for form, item in made.items():
        if item not in unique.values():
            unique[form] = item
    return unique


def convert(value: Any, form: str) -> Any:
    """The value in a form of `FORMS`, or after a prefix; None if it has none."""
    if form.startswith(AFTER):
        is_short = isinstance(value, str | int | float) and 0 < len(str(value)) <= _LONGEST_AFTER
        return f"{form.removeprefix(AFTER)}{value}" if is_short else None
    match form:
        case "value":
            return value
        case "text" if isinstance(value, int | float) and not isinstance(value, bool):
            return str(value)
        case "number" if isinstance(value, str) and len(value) < 20:
            try:
                number = float(value)
            except ValueError:
                return None
            if not math.isfinite(number):  # `1e9999`, as in an id of hexadecimal digits
                return None
            return int(number) if number == int(number) else number
        case "only item" if isinstance(value, str | int | float):
            return [value]
        case "joined" if isinstance(value, list) and not any(
            isinstance(item, dict | list) for item in value
        ):
            return ", ".join(map(str, value))
        case "JSON" if isinstance(value, list | dict):
            return json.dumps(value)
    return None


def _fits(value: Any, slot: Slot) -> bool:
    if value is None:
        return False
    if slot.choices:
        return value in slot.choices
    names = {
        bool: {"boolean"},
        int: {"integer", "number"},
        float: {"number"},
        str: {"string"},
        list: {"array"},
        dict: {"object"},
    }
    return bool(names.get(type(value), set()) & slot.kinds)
