"""Values at the edges of what a JSON schema accepts, at any depth of an action."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.sdk.common.schema_refs import resolve

Schema = Mapping[str, Any]

_DEPTH = 3
_TEXTS = ("", "qzxj", "ß\x00")
_LONGEST = 12


def odd_value_actions(schema: Schema, base: Action) -> Iterator[Action]:
    """Copies of a valid action, each with one odd value: a number, list, object or null.

    Fields that are texts themselves are left out; other probes try odd texts.
    """
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
    """The empty list, a hundred items, and lists with an odd first item."""
    items = list(value) if isinstance(value, list) and value else [0]
    yield from ([], items[:1] * 100)
    if depth and value:
        for odd in _odd(root, kind.get("items", {}), items[0], depth - 1):
            yield [odd, *items[1:]]


def _objects(root: Schema, kind: Schema, value: Any, depth: int) -> Iterator[dict[str, Any]]:
    """The empty object, unknown keys where the schema allows them, and odd values in a field.

    Of an object with any keys, the first value is odd.
    """
    fields = value if isinstance(value, dict) else {}
    if kind.get("additionalProperties"):
        yield {}
        yield dict.fromkeys(("", "qzxj"), next(iter(fields.values()), None))
        inner = kind["additionalProperties"]
        for key, held in list(fields.items())[:1] if depth and isinstance(inner, Mapping) else ():
            for odd in _odd(root, inner, held, depth - 1):
                yield {**fields, key: odd}
    for name, inner in kind.get("properties", {}).items() if depth else ():
        for odd in _odd(root, inner, fields.get(name), depth - 1):
            yield {**fields, name: odd}


def edge_numbers(kind: Schema) -> list[Any]:
    """Numbers at and beyond the ends of a range, and at the limits of number types."""
    limits = [
        kind[k] for k in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum") if k in kind
    ]
    around = [value + delta for value in limits for delta in (-1, 0, 1)]
    beyond = [math.nan, math.inf, -math.inf] if kind.get("type") == "number" else []
    return [0, 1, -1, *around, 2**31, -(2**31), 2**63, 10**18, *beyond]


def message_sized_actions(
    schema: Schema, base: Action, message: Mapping[str, Any]
) -> Iterator[Action]:
    """Copies of a valid action with numbers and lists of the sizes that a message shows.

    Numbers are the two greatest and the median of the message's numbers; lists of numbers are as
    long as lists in the message.
    """
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
