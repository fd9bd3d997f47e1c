"""Units that an action can name, and the factors between them."""

from __future__ import annotations

from hallmark_rl.conformance.checking.probes.units import conversions, unit_fields


def test_units_of_one_kind_are_found_in_enumerations() -> None:
    schema = {
        "properties": {
            "unit": {"$ref": "#/$defs/Unit"},
            "size": {"enum": ["m", "large"]},
            "amount": {"type": "number"},
        },
        "$defs": {"Unit": {"enum": ["g", "kg", "ml"]}},
    }
    assert unit_fields(schema) == {"unit": ["g", "kg", "ml"]}


def test_amounts_are_converted_within_a_kind_only() -> None:
    units = ["g", "kg", "ml", "l"]
    assert dict(conversions({"unit": "kg"}, "unit", units)) == {"g": 1000.0}
    assert dict(conversions({"unit": "ml"}, "unit", units)) == {"l": 0.001}
    assert list(conversions({"unit": "stone"}, "unit", units)) == []
