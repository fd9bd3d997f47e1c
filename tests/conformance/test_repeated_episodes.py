"""Episodes of seeds that repeat each other are compared with episodes without a seed."""

from __future__ import annotations

from hallmark_rl.conformance.properties.reset.repeated_episodes import fewer_unseeded

FEW = [f"task {number % 20}" for number in range(60)]


def test_unseeded_episodes_that_repeat_fewer_are_returned() -> None:
    different = [f"task {number}" for number in range(60)]
    assert fewer_unseeded(FEW, different) == different


def test_no_more_are_played_than_show_that_as_many_repeat() -> None:
    unseeded = iter(FEW)
    assert fewer_unseeded(FEW, unseeded) == []
    assert len(list(unseeded)) > 30


def test_nothing_is_played_where_seeds_repeat_little() -> None:
    unseeded = iter(FEW)
    assert fewer_unseeded([f"task {number}" for number in range(60)], unseeded) == []
    assert len(list(unseeded)) == len(FEW)
