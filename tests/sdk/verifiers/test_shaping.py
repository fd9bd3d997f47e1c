"""`potential` as the measure of a column."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("openenv")

from hallmark_rl.sdk.environment.rewards import Column, Transition
from hallmark_rl.sdk.verifiers import potential


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_shaping_rewards_of_an_episode_sum_to_zero(levels: list[float]) -> None:
    column = Column("progress", potential("near"), kind="process", range=(-1, 1))
    before, total = 0.0, 0.0
    for number, level in enumerate(levels, 1):
        step = Transition(None, None, {"near": level}, {"near": before}, done=number == len(levels))
        total += column(None, step)
        before = level
    assert total == pytest.approx(0.0, abs=1e-9)
