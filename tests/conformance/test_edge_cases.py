"""Actions with edge values at any depth, and with the sizes of a message."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from hallmark_rl.conformance.actions.edge_cases import message_sized_actions, odd_value_actions

SCHEMA = {
    "properties": {
        "pour": {"$ref": "#/$defs/Pour"},
        "pays": {"type": "array", "items": {"type": "number"}},
        "note": {"anyOf": [{"type": "string"}, {"type": "null"}]},
    },
    "$defs": {
        "Pour": {
            "type": "object",
            "properties": {"red": {"type": "number", "maximum": 7}, "name": {"type": "string"}},
        }
    },
}
BASE = {"pour": {"red": 1.0, "name": "x"}, "pays": [0.5], "note": "y"}


def test_nested_numbers_get_edge_values() -> None:
    made = list(odd_value_actions(SCHEMA, BASE))
    assert {**BASE, "pour": {"red": 8, "name": "x"}} in made
    assert {**BASE, "pour": {"red": 1.0, "name": ""}} in made
    assert any(math.isinf(one["pays"][0]) for one in made if one["pays"])
    assert {**BASE, "pays": []} in made
    assert {**BASE, "note": None} in made
    assert BASE["pour"] == {"red": 1.0, "name": "x"}


def test_an_object_with_any_keys_gets_odd_values() -> None:
    amounts = {"type": "object", "additionalProperties": {"type": "number"}}
    made = list(odd_value_actions({"properties": {"paid": amounts}}, {"paid": {"ana": 1.0}}))
    assert {"paid": {"ana": -(2**31)}} in made
    assert any(math.isnan(one["paid"].get("ana") or 0) for one in made)


@given(st.lists(st.integers(1, 10**6), min_size=1, max_size=12))
def test_lists_are_as_long_as_those_in_the_message(debts: list[int]) -> None:
    made = list(
        message_sized_actions(
            SCHEMA, BASE, {"debts": debts, "budget": 3, "metadata": {"n": [1] * 13}}
        )
    )
    assert {len(one["pays"]) for one in made} == {len(debts)}
    assert {**BASE, "pays": [max(*debts, 3)] * len(debts)} in made
