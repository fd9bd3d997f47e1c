"""Actions with more entries than a solution: other names and items that the message shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hallmark_rl.conformance.checking.probes.changed_values import Path, with_leaf
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import subtrees

_LARGEST_FAMILY = 40

Family = list[Any]
"""Different scalars that stand at like places of a message, such as the names of a list's items."""


def families(message: Mapping[str, Any]) -> list[Family]:
    """The families of a message: keys of its objects, items of its lists, like fields of items."""
    found: list[Family] = []
    for path, value in subtrees({k: v for k, v in message.items() if k != "metadata"}):
        if isinstance(value, dict) and path:
            found.append(list(value))
        elif isinstance(value, list):
            rows = [item for item in value if isinstance(item, dict)]
            found.append([item for item in value if _is_scalar(item)])
            for key in {key: None for row in rows for key in row}:
                held = [row.get(key) for row in rows]
                nested = [item for inner in held if isinstance(inner, list) for item in inner]
                found += [[item for item in part if _is_scalar(item)] for part in (held, nested)]
    unique = [list(dict.fromkeys(family)) for family in found]
    return [family for family in unique if 1 < len(family) <= _LARGEST_FAMILY]


def containers(action: Action) -> Iterator[tuple[Path, dict[str, Any] | list[Any]]]:
    """The lists and objects in an action with their paths; not those under `metadata`."""

    def walk(value: Any, path: Path) -> Iterator[tuple[Path, dict[str, Any] | list[Any]]]:
        if isinstance(value, dict | list):
            yield path, value
            items = value.items() if isinstance(value, dict) else enumerate(value)
            for key, inner in items:
                yield from walk(inner, (*path, key))

    for name, value in action.items():
        if name != "metadata":
            yield from walk(value, (name,))


def fuller_actions(action: Action, message: Mapping[str, Any]) -> Iterator[Action]:
    """Copies of an action with entries added to one of its lists or objects.

    What is added is shown beside what the container holds: for an object whose keys are names of
    shown things, the other names with values of the same kind; for a list, its items' siblings, and
    its own items again.
    """
    known = families(message)
    for path, value in containers(action):
        if not value:
            continue
        if isinstance(value, list):
            yield from (with_leaf(action, path, items) for items in _fuller_lists(value, known))
        else:
            yield from (with_leaf(action, path, fields) for fields in _fuller_dicts(value, known))


def _fuller_dicts(value: dict[str, Any], known: list[Family]) -> Iterator[dict[str, Any]]:
    held = list(value.values())
    if not all(map(_is_scalar, held)):
        return
    missing = [key for key in _siblings(list(value), known) if isinstance(key, str)]
    values = list(dict.fromkeys([*held, *_siblings(held, known)]))
    yield from ({**dict.fromkeys(missing, filler), **value} for filler in values if missing)
    yield from ({**value, key: filler} for key in missing for filler in values)


def _fuller_lists(value: list[Any], known: list[Family]) -> Iterator[list[Any]]:
    if all(map(_is_scalar, value)):
        siblings = _siblings(value, known)
        if siblings:
            yield [*value, *siblings]
        yield from ([*value, item] for item in [*dict.fromkeys(value), *siblings])
        return
    rows = [item for item in value if isinstance(item, dict)]
    if len(rows) < len(value):
        return
    yield [*value, *value]
    yield from ([*value, row] for row in rows[:4])
    for key in rows[0]:
        column = [row.get(key) for row in rows]
        if all(map(_is_scalar, column)):
            yield from ([*value, {**rows[0], key: item}] for item in _siblings(column, known))


def _siblings(values: list[Any], known: list[Family]) -> list[Any]:
    """What the families that hold all these values hold beside them; of small families first."""
    fitting = sorted((family for family in known if set(values) <= set(family)), key=len)
    return list(dict.fromkeys(i for family in fitting for i in family if i not in values))


def _is_scalar(value: Any) -> bool:
    return isinstance(value, str | int | float) and not isinstance(value, bool)


def with_negative_entries(action: Action, message: Mapping[str, Any]) -> Iterator[Action]:
    """Copies of an action with an amount below zero for another of the things that are shown.

    An object of amounts gets a further key; a list of rows with amounts gets a further row, which
    is the first one with another name in one column.
    """
    known = families(message)
    for path, value in containers(action):
        if isinstance(value, dict) and value and all(map(_is_amount, value.values())):
            for key in _siblings(list(value), known):
                if isinstance(key, str):
                    yield with_leaf(action, path, {**value, key: -1})
        elif isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
            for row in _other_rows(value, known):
                yield with_leaf(action, path, [*value, row])


def _other_rows(rows: list[dict[str, Any]], known: list[Family]) -> Iterator[dict[str, Any]]:
    """The first row with another name and one amount of -1."""
    amounts = [key for key in rows[0] if all(_is_amount(row.get(key)) for row in rows)]
    for key, amount in ((key, amount) for key in rows[0] for amount in amounts if key != amount):
        column = [row.get(key) for row in rows]
        if all(isinstance(item, str) for item in column):
            for item in _siblings(column, known):
                yield {**rows[0], key: item, amount: -1}


def _is_amount(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
