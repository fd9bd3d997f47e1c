"""Values that a JSON schema accepts and few people think of, at any depth."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from hallmark_rl.conformance.actions.json_schema import resolve
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import subtrees

Schema = Mapping[str, Any]

_DEPTH = 3
_TEXTS = ("", "qzxj", "ß\x00")
_LONGEST = 12


def odd_value_actions(schema: Schema, base: Action) -> Iterator[Action]:
    """A valid action with one odd value in it: not a text of its own, which is tried elsewhere."""
    for name, inner in schema.get("properties", {}).items():
        for value in _odd(schema, inner, base.get(name), _DEPTH, texts=False):
            yield {**base, name: value}


def _odd(
    root: Schema, schema: Schema, value: Any, depth: int, *, texts: bool = True
) -> Iterator[Any]:
    schema = resolve(root, schema)
    for kind in (schema, *(resolve(root, option) for option in schema.get("anyOf", ()))):
        match kind.get("type"):
            case "integer" | "number":
                yield from edge_numbers(kind)
            case "string" if texts and not {"enum", "const"} & set(kind):
                yield from _TEXTS
            case "array":
                yield from _lists(root, kind, value, depth)
            case "object":
                yield from _objects(root, kind, value, depth)
            case "null":
                yield None


def _lists(root: Schema, kind: Schema, value: Any, depth: int) -> Iterator[list[Any]]:
    """None, many, and one with an odd item."""
    items = list(value) if isinstance(value, list) and value else [0]
    yield from ([], items[:1] * 100)
    if depth and value:
        for odd in _odd(root, kind.get("items", {}), items[0], depth - 1):
            yield [odd, *items[1:]]


def _objects(root: Schema, kind: Schema, value: Any, depth: int) -> Iterator[dict[str, Any]]:
    """No key, keys that nobody knows, and an odd value in a field."""
    known = value if isinstance(value, dict) else {}
    if kind.get("additionalProperties"):
        yield {}
        yield dict.fromkeys(("", "qzxj"), next(iter(known.values()), None))
    for name, inner in kind.get("properties", {}).items() if depth else ():
        for odd in _odd(root, inner, known.get(name), depth - 1):
            yield {**known, name: odd}


def edge_numbers(kind: Schema) -> list[Any]:
    """Numbers at the ends of a range, beyond it, and beyond what others can hold."""
    named = [
        kind[k] for k in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum") if k in kind
    ]
    around = [value + delta for value in named for delta in (-1, 0, 1)]
    beyond = [math.nan, math.inf, -math.inf] if kind.get("type") == "number" else []
    return [0, 1, -1, *around, 2**31, -(2**31), 2**63, 10**18, *beyond]


def message_sized_actions(
    schema: Schema, base: Action, message: Mapping[str, Any]
) -> Iterator[Action]:
    """Lists as long as those of a message, and numbers of the size of its numbers."""
    shown = [v for path, v in subtrees(message) if path and not path.startswith("metadata")]
    lengths = {len(v) for v in shown if isinstance(v, list) and 0 < len(v) <= _LONGEST}
    numbers = {abs(v) for v in shown if isinstance(v, int | float) and not isinstance(v, bool)}
    sizes = sorted(number for number in numbers if math.isfinite(number))
    sizes = list(dict.fromkeys([*sizes[-2:], *sizes[len(sizes) // 2 :][:1]]))
    for name, inner in schema.get("properties", {}).items():
        inner = resolve(schema, inner)
        items = resolve(schema, inner.get("items", {}))
        for size in sizes:
            value = int(size) if "integer" in (inner.get("type"), items.get("type")) else size
            if inner.get("type") in ("integer", "number"):
                yield {**base, name: value}
            if inner.get("type") == "array" and items.get("type") in ("integer", "number"):
                yield from ({**base, name: [value] * length} for length in sorted(lengths))
