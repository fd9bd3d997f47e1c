"""Reward columns in an observation."""

from __future__ import annotations

from hallmark_rl.conformance.properties.reward.reward_columns import _in_proportion, columns_of


def test_flags_count_as_columns_only_if_they_are_paid() -> None:
    said = {"right": 1.0, "late": -0.1, "forced": True, "total": 0.9}
    assert columns_of({"reward": 0.9, "reward_components": said}) == {"right": 1.0, "late": -0.1}
    paid = {"right": True, "late": -0.1}
    assert columns_of({"reward": 0.9, "reward_components": paid}) == {"right": 1.0, "late": -0.1}


def test_proportional_columns_are_alike_and_opposite_ones_are_not() -> None:
    half = [(0.0, 0.0), (0.5, 0.25), (1.0, 0.5)]
    assert _in_proportion(half)
    assert not _in_proportion([(a, 1 - b) for a, b in half])
    assert not _in_proportion([(0.1, 0.0), (0.0, -0.01), (0.1, 0.0)])
    assert not _in_proportion([(0.0, 1.0), (0.0, 2.0)])
