"""Give a method the name, signature and docstring of a tool that plays an action.

TRL makes the schema of a tool from these. An action whose fields cannot be the parameters of a
Python function becomes one parameter `action`, a JSON object.
"""

from __future__ import annotations

import inspect
import json
import keyword
import re
from collections.abc import Callable, Mapping
from functools import reduce
from operator import or_
from typing import Any, Literal

from hallmark_rl.sdk.common.schema_refs import alternatives, resolve

_RESERVED = ("reset", "get_reward")
_TYPES: dict[str, Any] = {
    "string": str,
    "integer": int,
    "number": float,
    "boolean": bool,
    "object": dict,
    "null": None,
}
_SECTION = re.compile(
    r"^\s*(Args|Returns|Raises|Attributes|Yields|Example|Examples):", re.MULTILINE
)


def describe_tool(play: Callable[..., str], name: str, schema: Mapping[str, Any]) -> bool:
    """Set name, signature and docstring of the method `play(self, **fields)`.

    Args:
        play: a function whose first parameter is `self`.
        name: the name of the tool.
        schema: the JSON schema of actions.

    Returns:
        Whether each field of an action is a parameter; else the only parameter is `action`.

    Raises:
        ValueError: TRL would not take a method of this name for a tool.
    """
    if name in _RESERVED or name.startswith("_") or not name.isidentifier():
        raise ValueError(f"a tool cannot be called {name!r}: choose another name")
    properties = {k: v for k, v in schema.get("properties", {}).items() if k != "metadata"}
    by_field = all(key.isidentifier() and not keyword.iskeyword(key) for key in properties)
    by_field = by_field and not ({"anyOf", "oneOf", "allOf", "$ref"} & set(schema))
    if not by_field:
        shown = json.dumps({key: value for key, value in schema.items() if key != "title"})
        properties = {"action": {"type": "object", "description": f"An action; schema: {shown}"}}
    required = set(schema.get("required", ())) if by_field else {"action"}
    parameters = [inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)]
    lines = [_summary(schema), "", "Args:"]
    annotations: dict[str, Any] = {"return": str}
    for field, part in properties.items():
        part = resolve(schema, part)
        annotations[field] = _annotation(schema, part, 0)
        parameters.append(
            inspect.Parameter(
                field,
                inspect.Parameter.KEYWORD_ONLY,
                default=inspect.Parameter.empty if field in required else part.get("default"),
                annotation=annotations[field],
            )
        )
        lines.append(f"    {field}: {_one_line(part.get('description')) or field}")
    play.__name__ = play.__qualname__ = name
    play.__doc__ = "\n".join([*lines, "", "Returns:", "    The observation after the action."])
    play.__annotations__ = annotations
    vars(play)["__signature__"] = inspect.Signature(parameters, return_annotation=str)
    return by_field


def _summary(schema: Mapping[str, Any]) -> str:
    """The description of the action, up to its first section such as `Args:`."""
    text = str(schema.get("description") or "Play one action.")
    return _one_line(_SECTION.split(text)[0]) or "Play one action."


def _one_line(text: Any) -> str:
    return " ".join(str(text or "").split())


def _annotation(root: Mapping[str, Any], schema: Mapping[str, Any], depth: int) -> Any:
    """A Python type that transformers turns back into the schema, as far as it can say it."""
    options = alternatives(root, resolve(root, schema))
    if len(options) > 1:
        kinds = [_annotation(root, option, depth + 1) for option in options]
        return Any if Any in kinds else reduce(or_, kinds)
    (part,) = options
    values = part.get("enum", [part["const"]] if "const" in part else [])
    if values and all(isinstance(value, str | int | bool | None) for value in values):
        return Literal[tuple(values)]
    kind = part.get("type")
    if kind == "array":
        items = part.get("items")
        return list[_annotation(root, items, depth + 1)] if items and depth < 5 else list  # type: ignore[misc]
    return _TYPES.get(kind, Any) if isinstance(kind, str) else Any
