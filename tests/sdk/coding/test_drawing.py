"""Values are drawn by seed alone and shrink to the smallest that fails."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdk.coding.drawing import draw, replay, shrink

STRATEGY = st.tuples(st.lists(st.integers(-50, 50), max_size=12), st.text("abc", max_size=4))


@given(st.integers())
def test_equal_seeds_draw_equal_values_that_replay(seed: int) -> None:
    one, other = draw(STRATEGY, random.Random(seed)), draw(STRATEGY, random.Random(seed))
    assert one == other
    again = replay(STRATEGY, one.choices)
    assert again is not None
    assert again.value == one.value


def test_the_global_generator_is_left_alone() -> None:
    before = random.getstate()
    draw(STRATEGY, random.Random(0))
    assert random.getstate() == before


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10**6))
def test_a_failure_shrinks_to_the_smallest(seed: int) -> None:
    runs = 0

    def failing(values: Sequence[Any]) -> list[bool]:
        nonlocal runs
        runs += 1
        return [any(n > 20 for n in numbers) for numbers, _ in values]

    rng = random.Random(seed)
    start = draw(STRATEGY, rng)
    while not failing([start.value])[0]:
        start = draw(STRATEGY, rng)
    runs = 0
    found = shrink(STRATEGY, start, failing, rounds=30)
    assert found.value == ([21], "")
    assert runs <= 30


def test_filters_that_reject_everything_are_named() -> None:
    with pytest.raises(ValueError, match="rejected 200 draws"):
        draw(st.integers().filter(lambda n: False), random.Random(0))
