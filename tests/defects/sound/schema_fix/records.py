"""Schemas, random valid records, and the faults that are put into them."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

_STR, _INT, _NUM, _BOOL = ({"type": t} for t in ("string", "integer", "number", "boolean"))
_WORDS = (
    "amber",
    "basil",
    "cedar",
    "delta",
    "ember",
    "fjord",
    "grove",
    "harbor",
    "islet",
    "jasper",
)

SCHEMAS: dict[str, dict[str, Any]] = {
    "invoice": {
        "type": "object",
        "additionalProperties": False,
        "required": ["invoice_no", "currency"],
        "properties": {
            "invoice_no": {"type": "integer", "minimum": 1},
            "currency": {"type": "string", "enum": ["EUR", "USD", "GBP"]},
            "unit_price": _NUM,
            "item_count": {"type": "integer", "minimum": 1},
            "is_paid": _BOOL,
            "buyer_name": _STR,
            "order_tags": {"type": "array", "items": _STR},
        },
    },
    "profile": {
        "type": "object",
        "additionalProperties": False,
        "required": ["user_id", "role"],
        "properties": {
            "user_id": {"type": "integer", "minimum": 1},
            "role": {"type": "string", "enum": ["admin", "editor", "reader"]},
            "birth_year": {"type": "integer", "minimum": 1900, "maximum": 2020},
            "has_newsletter": _BOOL,
            "display_name": _STR,
            "spoken_languages": {"type": "array", "items": _STR},
        },
    },
    "device": {
        "type": "object",
        "additionalProperties": False,
        "required": ["serial_no", "power_mode"],
        "properties": {
            "serial_no": {"type": "integer", "minimum": 1},
            "power_mode": {"type": "string", "enum": ["eco", "normal", "boost"]},
            "poll_seconds": {"type": "integer", "minimum": 5, "maximum": 600},
            "max_celsius": _NUM,
            "is_armed": _BOOL,
            "site_name": _STR,
            "linked_rooms": {"type": "array", "items": _STR},
        },
    },
}


def random_record(kind: str, rng: Random) -> dict[str, Any]:
    """A valid record of the kind, with all its fields."""
    return {name: _value(spec, rng) for name, spec in SCHEMAS[kind]["properties"].items()}


def _value(spec: dict[str, Any], rng: Random) -> Any:
    if "enum" in spec:
        return rng.choice(spec["enum"])
    if spec["type"] == "integer":
        return rng.randint(spec.get("minimum", 1), spec.get("maximum", 900))
    if spec["type"] == "number":
        return rng.randint(100, 9900) / 100
    if spec["type"] == "boolean":
        return rng.random() < 0.5
    if spec["type"] == "array":
        return [rng.choice(_WORDS)]
    return f"{rng.choice(_WORDS)} {rng.choice(_WORDS)}"


def break_record(kind: str, record: dict[str, Any], faults: int, rng: Random) -> dict[str, Any]:
    """A copy with faults in as many different fields."""
    broken = copy.deepcopy(record)
    for name in rng.sample(sorted(broken), faults):
        value = broken[name]
        spec = SCHEMAS[kind]["properties"][name]
        if "enum" in spec:
            broken[name] = value.lower() if value.isupper() else value.upper()
        elif isinstance(value, bool):
            broken[name] = "yes" if value else "no"
        elif isinstance(value, int | float):
            broken[name] = json.dumps(value)
        elif isinstance(value, list):
            broken[name] = value[0]
        else:  # a string: its key is damaged
            broken = {(k.replace("_", "-") if k == name else k): v for k, v in broken.items()}
    return broken
