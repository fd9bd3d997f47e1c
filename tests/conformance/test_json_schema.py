"""Values that are generated for a JSON schema."""

from __future__ import annotations

import random
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallmark_rl.conformance.actions.json_schema import HypothesisDraw, SeededDraw, generate

SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["kind", "amount", "lines"],
    "properties": {
        "kind": {"enum": ["a", "b"]},
        "amount": {"type": "integer", "minimum": 3, "exclusiveMaximum": 9},
        "note": {"anyOf": [{"type": "string", "maxLength": 4}, {"type": "null"}]},
        "lines": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/Line"}},
    },
    "$defs": {
        "Line": {
            "type": "object",
            "required": ["code"],
            "properties": {"code": {"type": "string", "pattern": "^[A-Z]{2}$"}},
        }
    },
}


@settings(deadline=None)
@given(st.data())
def test_drawn_values_fit_their_schema(data: st.DataObject) -> None:

    jsonschema.validate(generate(SCHEMA, HypothesisDraw(data.draw), {}), SCHEMA)


@pytest.mark.parametrize("seed", range(30))
def test_seeded_values_fit_their_schema_and_repeat(seed: int) -> None:

    first, again = (generate(SCHEMA, SeededDraw(random.Random(seed)), {}) for _ in range(2))
    assert first == again
    jsonschema.validate(first, SCHEMA)
