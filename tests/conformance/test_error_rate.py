"""The exact tests, and the bound on false alarms of a whole run."""

from __future__ import annotations

import random

import pytest

from hallmark_rl.conformance.catalogue import catalogue
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import CLAIMS
from hallmark_rl.conformance.checking.error_rate import (
    ADVICE_RATE,
    ADVICE_TESTS,
    MUST_RATE,
    MUST_TESTS,
    ShareTest,
    allowance,
    fresh_seeds,
    trials_needed,
    upper_tail,
)


def test_the_tail_is_that_of_the_binomial_distribution() -> None:
    assert upper_tail(3, 3, 0.5) == pytest.approx(0.125)
    assert upper_tail(2, 3, 0.5) == pytest.approx(0.5)
    assert upper_tail(0, 3, 0.5) == 1.0
    assert upper_tail(4, 3, 0.5) == 0.0


@pytest.mark.parametrize(("most", "trials"), [(0.1, 6), (0.5, 20), (0.7, 120), (0.95, 300)])
def test_the_critical_number_is_the_smallest_within_the_rate(most: float, trials: int) -> None:
    test = ShareTest(most, 1e-4, trials)
    rate = 0.5e-4 if test.look else 1e-4
    assert upper_tail(test.critical, trials, most) <= rate
    assert upper_tail(test.critical - 1, trials, most) > rate


def test_a_claim_that_is_always_true_is_confirmed_at_the_look_on_the_way() -> None:
    test = ShareTest(0.5, 1e-5, 120)
    assert 0 < test.look < 60
    confirmed, successes, count = test.decide([True] * 120)
    assert confirmed
    assert successes == count <= test.look
    assert upper_tail(successes, test.look, 0.5) <= 0.5e-5
    late = [False] * 2 + [True] * 118  # not enough at the look
    assert test.decide(late)[0]
    assert ShareTest(0.95, 1e-5, 300).look == 0


@pytest.mark.parametrize("most", [0.1, 0.5, 0.7, 0.95])
def test_fewer_trials_than_needed_cannot_confirm(most: float) -> None:
    needed = trials_needed(most, 1e-5)
    assert ShareTest(most, 1e-5, needed).decide([True] * needed)[0]
    assert not ShareTest(most, 1e-5, needed - 1).decide([True] * (needed - 1))[0]


def test_missing_outcomes_do_not_confirm() -> None:
    assert not ShareTest(0.5, 1e-3, 40).decide([True] * 10)[0]


def test_a_decision_ends_early() -> None:
    test = ShareTest(0.5, 1e-3, 30)
    assert test.look == 0
    assert test.decide([True] * 30) == (True, test.critical, test.critical)
    test = ShareTest(0.5, 1e-3, 100)
    assert test.decide([False] * 100) == (False, 0, 101 - test.critical)


def test_the_rates_of_all_properties_add_up_to_the_bound() -> None:
    for names, rate in ((MUST_TESTS, MUST_RATE), (ADVICE_TESTS, ADVICE_RATE)):
        assert sum(CLAIMS * allowance(name, CLAIMS) for name in names) <= rate * (1 + 1e-9)
    assert MUST_RATE <= 1e-3


def test_the_lists_agree_with_the_levels_of_the_catalogue() -> None:
    assert all(catalogue()[name].level == "MUST" for name in MUST_TESTS)
    assert all(catalogue()[name].level != "MUST" for name in ADVICE_TESTS)


def test_a_property_without_a_share_is_refused() -> None:
    with pytest.raises(KeyError, match="no share"):
        allowance("reset.not_done")


def test_fresh_seeds_are_spread_and_repeatable() -> None:
    first, again, other = (fresh_seeds(0, name) for name in ("a", "a", "b"))
    drawn = [next(first) for _ in range(1000)]
    assert drawn == [next(again) for _ in range(1000)]
    assert len({*drawn, *(next(other) for _ in range(1000))}) > 1990
    assert all(0 <= seed < 2**31 for seed in drawn)
    assert sum(seed >= 2**30 for seed in drawn) in range(400, 600)
    assert len({seed % 7 for seed in drawn}) == 7


@pytest.mark.parametrize("most", [0.1, 0.5, 0.7])
def test_random_environments_are_hardly_ever_condemned(most: float) -> None:
    """The worst sound environment does it on exactly the allowed share of the seeds."""
    rng = random.Random(17)
    rate, runs = 0.01, 4000  # a larger rate than the suite's: the wrong ones can be counted
    test = ShareTest(most, rate, 60)
    wrong = sum(test.decide(rng.random() < most for _ in range(60))[0] for _ in range(runs))
    assert wrong <= runs * rate * 1.5


@pytest.mark.slow
def test_no_run_of_1000_random_environments_has_a_statistical_failure() -> None:
    """Every statistical MUST, every claim: 1000 runs give at most a few wrong confirmations."""
    rng = random.Random(23)
    wrong = 0
    for _ in range(1000):
        for name in MUST_TESTS:
            for _ in range(CLAIMS):
                most = rng.choice((0.1, 0.5, 0.7))
                test = ShareTest(most, allowance(name, CLAIMS), 40)
                wrong += test.decide(rng.random() < most for _ in range(40))[0]
    assert wrong <= 5  # Poisson with mean 1 at most: more than 5 has a probability of 6e-4


def test_a_real_share_is_confirmed() -> None:
    rng = random.Random(3)
    test = ShareTest(0.7, allowance("semantic.canary_floor", CLAIMS), 120)
    found = sum(test.decide(rng.random() < 0.95 for _ in range(120))[0] for _ in range(200))
    assert found >= 190
