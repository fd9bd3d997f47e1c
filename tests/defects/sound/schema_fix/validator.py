"""A validator for the part of JSON Schema that the records use."""

from __future__ import annotations

from typing import Any

_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
}


def problems(value: Any, schema: dict[str, Any], path: str = "$") -> list[str]:
    """Messages about everything in `value` that breaks `schema`; empty if it is valid."""
    kind = schema["type"]
    if not isinstance(value, _TYPES[kind]) or (isinstance(value, bool) and kind != "boolean"):
        return [f"{path}: must be of type {kind}"]
    found: list[str] = []
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{path}: must be one of {', '.join(schema['enum'])}")
    if "minimum" in schema and value < schema["minimum"]:
        found.append(f"{path}: must be at least {schema['minimum']}")
    if "maximum" in schema and value > schema["maximum"]:
        found.append(f"{path}: must be at most {schema['maximum']}")
    if kind == "array":
        for index, item in enumerate(value):
            found += problems(item, schema["items"], f"{path}[{index}]")
    if kind == "object":
        found += [f"{path}: {name} is missing" for name in schema["required"] if name not in value]
        for name, item in value.items():
            if name in schema["properties"]:
                found += problems(item, schema["properties"][name], f"{path}.{name}")
            else:
                found.append(f"{path}: {name[:40]} is not allowed")
    return found[:10]
