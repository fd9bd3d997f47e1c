"""Odd values at any depth of a schema, and values of the size of what is shown."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from hallmark_rl.conformance.actions.edge_cases import message_sized_actions, odd_value_actions
from hallmark_rl.conformance.checking.probes.near_misses import _swapped_neighbours

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


def test_a_number_two_levels_down_is_taken_to_its_edges() -> None:
    made = list(odd_value_actions(SCHEMA, BASE))
    assert {**BASE, "pour": {"red": 8, "name": "x"}} in made
    assert {**BASE, "pour": {"red": 1.0, "name": ""}} in made
    assert any(math.isinf(one["pays"][0]) for one in made if one["pays"])
    assert {**BASE, "pays": []} in made
    assert {**BASE, "note": None} in made
    assert BASE["pour"] == {"red": 1.0, "name": "x"}


@given(st.lists(st.integers(1, 10**6), min_size=1, max_size=12))
def test_lists_are_as_long_as_those_that_are_shown(debts: list[int]) -> None:
    made = list(
        message_sized_actions(
            SCHEMA, BASE, {"debts": debts, "budget": 3, "metadata": {"n": [1] * 13}}
        )
    )
    assert {len(one["pays"]) for one in made} == {len(debts)}
    assert {**BASE, "pays": [max(*debts, 3)] * len(debts)} in made


def test_neighbours_of_one_kind_are_exchanged() -> None:
    made = [changed for _, changed in _swapped_neighbours({"x": 1, "y": 2, "z": 2.0, "flag": True})]
    assert made == [{"x": 2, "y": 1, "z": 2.0, "flag": True}]
