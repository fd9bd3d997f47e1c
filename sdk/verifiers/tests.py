"""Tests, judged on the trusted side: the program saw inputs, only we know the answers.

Pays for: results of exactly the expected type and value. Objects, whatever their `__eq__` says,
never leave the sandbox, so there is nothing to compare them with.
Cannot see: how the results were found (`fresh_inputs`, `pure`), or what no test asks for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hallmark_rl.sandbox.api.outcome import CallResult, Outcome
from hallmark_rl.sdk.common.equality import same
from hallmark_rl.sdk.verifiers.verdict import Verdict, ended_well, require_run


@dataclass(frozen=True, slots=True)
class Raises:
    """An expected answer: the call raises an exception of this type."""

    type: str


def share_of_tests(outcome: Outcome, expected: Sequence[Any], *, tolerance: float = 0.0) -> Verdict:
    """The share of calls answered as `expected`; calls without an answer count as failed.

    As a reward it pays half-right programs, and an easy half of the tests pays for an echo: declare
    it as an `outcome` column whose success needs all of them, or report it with weight 0.
    """
    if not expected:
        raise ValueError("no tests: an empty test set would pass every program")
    require_run(outcome)
    answers = outcome.results[: len(expected)]
    right = [
        answered_as(answer, wanted, tolerance)
        for answer, wanted in zip(answers, expected, strict=False)
    ]
    if sum(right) == len(expected):
        return Verdict(1.0)
    failed = right.index(False) if False in right else len(right)
    why = ended_well(outcome, len(expected)) if failed == len(right) else "a wrong answer"
    return Verdict(sum(right) / len(expected), f"test {failed + 1} of {len(expected)}: {why}")


def all_tests(outcome: Outcome, expected: Sequence[Any], *, tolerance: float = 0.0) -> Verdict:
    """1 if every call was answered as `expected`, else 0."""
    verdict = share_of_tests(outcome, expected, tolerance=tolerance)
    return Verdict(float(verdict.passed), verdict.detail)


def answered_as(answer: CallResult, wanted: Any, tolerance: float = 0.0) -> bool:
    """Whether one call came to what was expected of it."""
    if isinstance(wanted, Raises):
        return answer.error is not None and answer.error.type == wanted.type
    return answer.ok and same(answer.value, wanted, tolerance)
