from __future__ import annotations

from itertools import combinations
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallmark_rl.sdk.common.statistics import pass_at_k, wilson_interval


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (0, 300, 0.0, 0.0126)],
)
def test_wilson_against_published_values(
    successes: int, trials: int, low: float, high: float
) -> None:
    assert wilson_interval(successes, trials) == pytest.approx((low, high), abs=1e-4)


@given(st.integers(0, 500), st.integers(0, 500))
def test_wilson_contains_the_rate_and_is_symmetric(successes: int, more: int) -> None:
    trials = successes + more
    low, high = wilson_interval(successes, trials)
    assert 0 <= low <= high <= 1
    if trials:
        assert low - 1e-12 <= successes / trials <= high + 1e-12
    assert wilson_interval(more, trials) == pytest.approx((1 - high, 1 - low))


@given(st.lists(st.booleans(), min_size=1, max_size=9), st.data())
def test_pass_at_k_is_the_mean_over_all_choices(won: list[bool], data: st.DataObject) -> None:
    k = data.draw(st.integers(1, len(won)))
    counted = fmean(any(chosen) for chosen in combinations(won, k))
    assert pass_at_k(len(won), sum(won), k) == pytest.approx(counted)


def test_impossible_counts_are_refused() -> None:
    for call in (
        lambda: wilson_interval(2, 1),
        lambda: pass_at_k(1, 2, 1),
        lambda: pass_at_k(3, 1, 4),
    ):
        with pytest.raises(ValueError, match=r"trials|at least"):
            call()
