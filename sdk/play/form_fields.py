"""The fields of a form, from the JSON schema of an action; and random actions from the fields."""

from __future__ import annotations

import math
import random
import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import TypeAdapter

from hallmark_rl.sdk.common.schema_refs import alternatives, resolve
from hallmark_rl.sdk.play.plain_values import plain

Kind = Literal["text", "lines", "code", "integer", "number", "boolean", "choice", "json"]
WHOLE = ""
"""The name of the only field of a form for actions without named fields: the action itself."""
_CODE_NAMES = ("code", "program", "source", "script", "python", "solution")
_ADVANCED = ("metadata",)
_ONE_LINE_CHARS = 120
_SPREAD = 10  # numbers without bounds are drawn from -10 to 10


@dataclass(frozen=True)
class FormField:
    """One field of a form.

    Attributes:
        name: the key in the action.
        kind: how it is typed in; `json` for lists, objects and anything unusual.
        description: what the schema says about it.
        default: its value if it is left out; None if there is none.
        required: whether it cannot be left out.
        choices: the values of a `choice`.
        low, high: bounds of a number, included; None without one.
        max_length: the most characters of a text.
        advanced: whether it is seldom needed.
    """

    name: str
    kind: Kind
    description: str = ""
    default: Any = None
    required: bool = False
    choices: list[Any] = field(default_factory=list)
    low: float | None = None
    high: float | None = None
    max_length: int | None = None
    advanced: bool = False


def action_fields(action_type: Any, code_field: str = "") -> list[FormField]:
    """The fields of a form for actions.

    Args:
        action_type: the action model.
        code_field: the field that holds a program, if the author declares one.

    Returns:
        One field for each property of the schema; the field `WHOLE` if the schema has none or
        cannot be made.
    """
    try:
        schema = TypeAdapter(action_type).json_schema()
    except Exception:  # the model is the author's: pydantic raises many types
        schema = {}
    properties = resolve(schema, schema).get("properties")
    if not isinstance(properties, Mapping) or not properties:
        return [FormField(WHOLE, "json", "The action as JSON", {}, required=True)]
    needed = schema.get("required", ())
    fields = [
        schema_field(str(name), schema, part, name in needed, code_field)
        for name, part in properties.items()
    ]
    return sorted(fields, key=lambda each: each.advanced)


def schema_field(
    name: str,
    root: Mapping[str, Any],
    part: Mapping[str, Any],
    required: bool = False,
    code_field: str = "",
) -> FormField:
    """The field for one property of a schema.

    Args:
        name: the property's name.
        root: the whole schema, for references.
        part: the property's own schema.
        required: whether the schema requires it.
        code_field: as for `action_fields`.
    """
    part = resolve(root, part)
    options = [option for option in alternatives(root, part) if option.get("type") != "null"]
    kind_part = options[0] if len(options) == 1 else part if not options[1:] else {}
    choices = _choices(options)
    kind = "choice" if choices else _kind(name, kind_part, code_field)
    low, high = _bounds(kind_part)
    return FormField(
        name,
        kind,
        str(part.get("description") or kind_part.get("description") or ""),
        plain(part.get("default")),
        required,
        choices,
        low,
        high,
        kind_part.get("maxLength"),
        name in _ADVANCED,
    )


def _choices(options: Sequence[Mapping[str, Any]]) -> list[Any]:
    """The values of an enumeration, a `Literal`, or alternatives of them; else none."""
    values: list[Any] = []
    for option in options:
        if "const" in option:
            values.append(option["const"])
        elif isinstance(option.get("enum"), list):
            values += option["enum"]
        else:
            return []
    return [plain(value) for value in values]


def _kind(name: str, part: Mapping[str, Any], code_field: str) -> Kind:
    declared = part.get("type")
    if declared == "string":
        if name == code_field or name.lower() in _CODE_NAMES:
            return "code"
        longest = part.get("maxLength")
        return "text" if longest is not None and longest <= _ONE_LINE_CHARS else "lines"
    if declared == "integer":
        return "integer"
    if declared == "number":
        return "number"
    return "boolean" if declared == "boolean" else "json"


def _bounds(part: Mapping[str, Any]) -> tuple[float | None, float | None]:
    low, high = part.get("minimum"), part.get("maximum")
    step = 1 if part.get("type") == "integer" else 1e-9
    if low is None and part.get("exclusiveMinimum") is not None:
        low = part["exclusiveMinimum"] + step
    if high is None and part.get("exclusiveMaximum") is not None:
        high = part["exclusiveMaximum"] - step
    return low, high


def random_action(fields: Sequence[FormField], rng: random.Random, words: Sequence[str]) -> Any:
    """An action drawn from the fields of its form.

    Args:
        fields: what `action_fields` returned.
        rng: the generator to draw from.
        words: texts to choose from, such as the words of the last observation.

    Returns:
        The action as plain data. It need not be valid: schemas can demand more than fields show.
    """
    drawn = {
        each.name: _random_value(each, rng, words)
        for each in fields
        if not each.advanced and (each.kind != "json" or each.required)
    }
    return drawn.get(WHOLE, drawn)


def _random_value(each: FormField, rng: random.Random, words: Sequence[str]) -> Any:
    if each.kind == "choice":
        return rng.choice(each.choices)
    if each.kind == "boolean":
        return rng.random() < 0.5
    if each.kind == "integer":
        low, high = _drawn_range(each)
        return rng.randint(math.ceil(low), max(math.ceil(low), math.floor(high)))
    if each.kind == "number":
        return round(rng.uniform(*_drawn_range(each)), 6)
    if each.kind == "json":
        return each.default if each.default is not None else {}
    if words and rng.random() < 0.5:
        return rng.choice(words)[: each.max_length]
    length = rng.randint(1, min(8, each.max_length or 8))
    return "".join(rng.choice(string.ascii_lowercase) for _ in range(length))


def _drawn_range(each: FormField) -> tuple[float, float]:
    """The bounds; where one is missing, a bound near the other one or near 0."""
    if each.low is not None and each.high is not None:
        return each.low, each.high
    if each.low is not None:
        return each.low, each.low + 2 * _SPREAD
    return (each.high - 2 * _SPREAD, each.high) if each.high is not None else (-_SPREAD, _SPREAD)
