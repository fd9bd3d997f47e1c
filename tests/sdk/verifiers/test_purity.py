"""`pure` and `repeats_agree` on functions that keep state between calls."""

from __future__ import annotations

import random
from typing import Any

import pytest

from hallmark_rl.sandbox import RunError
from hallmark_rl.sdk.verifiers import NotJudged, pure, repeats_agree
from tests.sdk.verifiers.local_sandbox import LocalSandbox, outcome
from tests.sdk.verifiers.programs import CALLS, DOUBLE, IMPURE

SANDBOX = LocalSandbox()


def test_pure_functions_pass() -> None:
    assert pure(SANDBOX, DOUBLE, "double", CALLS, rng=random.Random(0)).passed
    raising = "def double(x):\n    return [0][x]\n"
    assert pure(SANDBOX, raising, "double", CALLS, rng=random.Random(0)).passed
    cached = "c = {}\ndef double(x):\n    return c.setdefault(x, 2 * x)\n"
    assert pure(SANDBOX, cached, "double", CALLS, rng=random.Random(0)).passed, (
        "a cache is harmless"
    )


@pytest.mark.parametrize("how", IMPURE)
def test_functions_that_keep_state_fail(how: str) -> None:
    for seed in range(8):
        verdict = pure(SANDBOX, IMPURE[how], "double", CALLS, rng=random.Random(seed))
        assert not verdict.passed, how
        assert "depends on the calls before it" in verdict.detail


def test_purity_needs_calls() -> None:
    with pytest.raises(ValueError, match="at least one call"):
        pure(SANDBOX, DOUBLE, "double", [], rng=random.Random(0))


def test_a_program_that_does_not_run_fails() -> None:
    assert "ended with error" in pure(SANDBOX, "x +", "double", CALLS, rng=random.Random(0)).detail


@pytest.mark.parametrize(
    ("results", "repeats", "problem"),
    [
        ([1, 2, 1, 2], 2, ""),
        ([1, 2, 3], 0, ""),
        ([1, 2, 1], 1, ""),
        ([1, 2, 2], 1, "call 1 gave another result when repeated"),
        ([1, 2, 1, 3], 2, "call 2 gave another result when repeated"),
        ([1, 1.0], 1, "call 1 gave another result when repeated"),
        ([RunError("ValueError", "a"), RunError("ValueError", "b")], 1, ""),
        ([RunError("ValueError", "a"), RunError("KeyError", "a")], 1, "call 1 gave another"),
        ([RunError("ValueError", "a"), None], 1, "call 1 gave another"),
    ],
)
def test_repeated_calls_are_compared(results: list[Any], repeats: int, problem: str) -> None:
    verdict = repeats_agree(outcome(*results), repeats)
    assert verdict.passed == (not problem)
    assert verdict.detail.startswith(problem)


def test_repeats_that_cannot_be_compared_are_no_pass() -> None:
    assert repeats_agree(outcome(1, status="timeout"), 3).detail == "the run ended with timeout"
    for repeats in (-1, 2):
        with pytest.raises(ValueError, match="cannot repeat"):
            repeats_agree(outcome(1, 1, 1), repeats)
    with pytest.raises(NotJudged):
        repeats_agree(outcome(status="unavailable"), 0)
