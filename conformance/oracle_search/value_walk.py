"""The values that an object holds, each with a path that is a Python expression's tail."""

from __future__ import annotations

import enum
import math
import re
import types
from collections.abc import Iterator, Mapping
from typing import Any

from hallmark_rl.sdk.common.secret import Secret

_MOST_NODES = 4000
_DEEPEST = 7
_LONGEST_TEXT = 4000
_LONGEST_LIST = 60
_POINTER = re.compile(r"(index|idx|current|position|cursor|pointer|task|question|number|_i)\W*$")
_FOREIGN = (
    "openenv",
    "pydantic",
    "asyncio",
    "threading",
    "logging",
    "random",
    "contextvars",
    "concurrent",
    "fastapi",
    "starlette",
    "torch",
    "re",
)


def values_of(
    root: Any,
    tables: dict[str, Any] | None = None,
    functions: dict[str, types.FunctionType] | None = None,
) -> dict[str, Any]:
    """Scalars, short lists and dicts below an object, by path, such as `._game['target']`.

    Only stored values are read: instance attributes, items, fields of models, and what a `Secret`
    of the SDK holds. No property and no other method is called. At most 4000 values are visited,
    seven levels deep; an object that raises while it is read is left out. Lists and dicts of any
    length are put into `tables`, by path too, if it is given, and functions into `functions`.
    """
    found: dict[str, Any] = {}
    seen: set[int] = set()
    level: list[tuple[str, Any]] = [("", root)]
    for _ in range(_DEEPEST):
        following: list[tuple[str, Any]] = []
        for path, value in level:
            if len(found) >= _MOST_NODES:
                return found
            plain = _answer_value(value)
            if plain is not None:
                found[path] = plain
            if functions is not None and isinstance(value, types.FunctionType):
                functions[path] = value
            if isinstance(value, str | bytes | int | float) or id(value) in seen:
                continue
            seen.add(id(value))
            if tables is not None and isinstance(value, dict | list | tuple) and len(value) > 1:
                tables[path] = value
            following += _parts(path, value)
        level = following
    return found


def looked_up(
    tables: Mapping[str, Any], keys: Mapping[str, Any], numbers: Mapping[str, Any]
) -> dict[str, Any]:
    """Entries of tables that a value points at, such as `._marks[shown['title']]`.

    Args:
        tables: lists and dicts by path.
        keys: texts that may be keys of a dict, by the expression that gives them.
        numbers: values that may be indices of a list, likewise; only names such as `index`,
            `current` or `task` count.
    """
    found: dict[str, Any] = {}
    pointers = {path: n for path, n in numbers.items() if _POINTER.search(path)}
    for path, table in tables.items():
        hits: list[tuple[str, Any]] = []
        if isinstance(table, dict):
            hits = [(key, table[text]) for key, text in keys.items() if text in table]
        else:
            hits = [
                (key, table[number])
                for key, number in pointers.items()
                if type(number) is int and 0 <= number < len(table)
            ]
        for key, entry in hits:
            for inner, value in [("", entry), *_parts("", entry)]:
                plain = _answer_value(value)
                if plain is not None:
                    found[f"{path}[{key}]{inner}"] = plain
    return found


def _parts(path: str, value: Any) -> list[tuple[str, Any]]:
    """The values directly below a value; none if it cannot be read."""
    try:
        return list(_children(path, value))
    except Exception:
        return []


def _children(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        items = list(value.items())[:_LONGEST_LIST]
        yield from ((f"{path}[{key!r}]", item) for key, item in items if isinstance(key, str | int))
    elif isinstance(value, list | tuple):
        yield from ((f"{path}[{index}]", item) for index, item in enumerate(value[:_LONGEST_LIST]))
    elif isinstance(value, Secret):
        yield f"{path}.reveal()", value.reveal()
    elif _is_own_object(value):
        extra = getattr(value, "__pydantic_extra__", None)
        for part in (vars(value), extra if isinstance(extra, dict) else {}):
            yield from ((f"{path}.{key}", item) for key, item in list(part.items()))
        for name in getattr(type(value), "__slots__", ()):
            if isinstance(name, str) and hasattr(value, name):
                yield f"{path}.{name}", getattr(value, name)


def _is_own_object(value: Any) -> bool:
    """Whether a value is an instance with attributes, of a class that is not a known library's."""
    if isinstance(value, type | types.ModuleType | types.FunctionType | types.MethodType):
        return False
    module = str(getattr(type(value), "__module__", "")).partition(".")[0]
    return hasattr(type(value), "__mro__") and hasattr(value, "__dict__") and module not in _FOREIGN


def _answer_value(value: Any) -> Any:
    """`_plain(value)`; None if the value raises while it is read."""
    try:
        return _plain(value)
    except Exception:
        return None


def _plain(value: Any, *, is_item: bool = False) -> Any:
    """The value if it may be an answer: a text, a number, a short list, a dict; else None.

    Fields that are None are left out, but for those of an item of a list: a record has all fields.
    """
    if isinstance(value, enum.Enum):
        value = value.value
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str(value) if 0 < len(value) <= _LONGEST_TEXT else None
    if isinstance(value, int):
        return int(value) if abs(value) < 2**63 else None
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, list | tuple) and 0 < len(value) <= _LONGEST_LIST:
        items = [_plain(item, is_item=True) for item in value]
        return items if all(item is not None for item in items) else None
    if isinstance(value, set | frozenset) and 0 < len(value) <= _LONGEST_LIST:
        texts = [item for item in value if isinstance(item, str | int)]
        return sorted(texts, key=repr) if len(texts) == len(value) else None
    if isinstance(value, dict) and 0 < len(value) <= _LONGEST_LIST:
        fields = {str(key): _plain(item) for key, item in value.items()}
        empty = {str(key) for key, item in value.items() if item is None} if is_item else set()
        kept = {key: item for key, item in fields.items() if item is not None or key in empty}
        return kept if any(item is not None for item in kept.values()) else None
    return None
