"""References and alternatives in a JSON schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def resolve(root: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """A schema with its `$ref`, or its only `allOf` part, replaced by what that refers to."""
    for _ in range(20):
        if "$ref" in schema:
            target: Any = root
            for part in schema["$ref"].lstrip("#/").split("/"):
                target = target.get(part, {})
            schema = {**target, **{k: v for k, v in schema.items() if k != "$ref"}}
        elif len(schema.get("allOf", ())) == 1:
            schema = {**schema["allOf"][0], **{k: v for k, v in schema.items() if k != "allOf"}}
        else:
            return schema
    return schema


def alternatives(root: Mapping[str, Any], schema: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The resolved options of `anyOf` or `oneOf`; the schema itself if it has neither."""
    options = schema.get("anyOf") or schema.get("oneOf") or ()
    return [resolve(root, option) for option in options] or [schema]
