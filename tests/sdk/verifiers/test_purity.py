"""`pure` on functions that keep state between calls."""

from __future__ import annotations

import random

import pytest

from hallmark_rl.sdk.verifiers import pure
from tests.sdk.verifiers.local_sandbox import LocalSandbox
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
