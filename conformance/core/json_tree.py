"""Values made of dicts, lists and scalars: walk through their parts, write them as JSON text."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any

_LONGEST_LIST = 40


def subtrees(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield (path, part) for the value itself and every part of it, parents first.

    A path looks like `cards[2].name`; the value itself has the path given. Of a list only the
    first 40 items are visited.
    """
    yield path, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from subtrees(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        for index, inner in enumerate(value[:_LONGEST_LIST]):
            yield from subtrees(inner, f"{path}[{index}]")


def numbers_in(value: Any) -> Iterator[tuple[str, float]]:
    """Yield (path, number) for each number of a value but truth values; paths as in `subtrees`."""
    for path, part in subtrees(value):
        if isinstance(part, int | float) and not isinstance(part, bool):
            yield path, float(part)


def texts_in(value: Any) -> list[str]:
    """The texts of a value, in the order of `subtrees`; keys of objects are none."""
    return [part for _, part in subtrees(value) if isinstance(part, str)]


def is_finite(value: Any) -> bool:
    """Whether a value holds neither NaN nor infinity, which JSON cannot express."""
    if isinstance(value, dict):
        return all(map(is_finite, value.values()))
    if isinstance(value, list | tuple):
        return all(map(is_finite, value))
    return not isinstance(value, float) or math.isfinite(value)


def to_json(value: Any) -> str:
    """JSON text with sorted keys; an object that JSON cannot express is written as its repr."""
    return json.dumps(value, sort_keys=True, default=repr, ensure_ascii=False)
