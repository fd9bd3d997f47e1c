"""Single edits of an answer."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from hallmark_rl.conformance.checking.probes.near_misses import _REPEATED_ITEM, _edits_of

RNG = random.Random(0)


@given(st.lists(st.integers(0, 50), min_size=3, max_size=8, unique=True))
def test_of_a_selection_one_item_stands_twice_in_place_of_another(items: list[int]) -> None:
    made = [changed for name, changed in _edits_of(items, (), RNG) if name == _REPEATED_ITEM]
    assert made == [[*items[:-2], items[-1], items[-1]]]


def test_where_items_come_again_one_more_time_tells_nothing() -> None:
    assert all(name != _REPEATED_ITEM for name, _ in _edits_of([1, 2, 2], (), RNG))
    assert all(name != _REPEATED_ITEM for name, _ in _edits_of([1, 2], (), RNG))
