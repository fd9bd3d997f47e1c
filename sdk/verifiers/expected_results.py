"""Compare the results of calls with expected results, outside the process that ran the program.

The program receives the inputs of the tests and never the expected results.
Rewards: results of exactly the expected type and value. Only plain data leaves the sandbox, so an
object with an `__eq__` of its own cannot pass.
Cannot detect: how a result was computed (use `fresh_inputs` and `pure`), or behaviour that no test
covers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hallmark_rl.sandbox import CallResult, Outcome
from hallmark_rl.sdk.common.equality import same
from hallmark_rl.sdk.verifiers.verdict import Verdict, require_run, run_problem


@dataclass(frozen=True, slots=True)
class Raises:
    """An expected result: the call raises an exception.

    Attributes:
        type: the name of the exception's type, such as `ValueError`; a derived type does not match.
    """

    type: str


def share_of_tests(outcome: Outcome, expected: Sequence[Any], *, tolerance: float = 0.0) -> Verdict:
    """Measure the fraction of calls with the expected result.

    As a reward it pays for partly right programs, and a trivial program may pass the easy tests.
    Declare it as an `outcome` column, whose success needs every test, or with weight 0.

    Args:
        outcome: the result of `Sandbox.call`.
        expected: for each call the expected value, or `Raises`.
        tolerance: for floats, see `hallmark_rl.sdk.common.equality.same`.

    Returns:
        The fraction, in [0, 1]; calls without a result count as failed. Below 1, the reason is the
        number of the first test that failed, and how.

    Raises:
        NotJudged: the sandbox could not run the program.
        ValueError: `expected` is empty.
    """
    if not expected:
        raise ValueError("expected is empty: with no tests every program would pass")
    require_run(outcome)
    answers = outcome.results[: len(expected)]
    passed = [
        has_result(answer, wanted, tolerance)
        for answer, wanted in zip(answers, expected, strict=False)
    ]
    if sum(passed) == len(expected):
        return Verdict(1.0)
    first_failed = passed.index(False) if False in passed else len(passed)
    why = run_problem(outcome, len(expected)) if first_failed == len(passed) else "a wrong answer"
    return Verdict(
        sum(passed) / len(expected), f"test {first_failed + 1} of {len(expected)}: {why}"
    )


def all_tests(outcome: Outcome, expected: Sequence[Any], *, tolerance: float = 0.0) -> Verdict:
    """1 if every call has the expected result, else 0. Arguments as for `share_of_tests`."""
    verdict = share_of_tests(outcome, expected, tolerance=tolerance)
    return Verdict(float(verdict.passed), verdict.detail)


def has_result(answer: CallResult, wanted: Any, tolerance: float = 0.0) -> bool:
    """Whether one call has the expected result: a value, or an exception (`Raises`)."""
    if isinstance(wanted, Raises):
        return answer.error is not None and answer.error.type == wanted.type
    return answer.ok and same(answer.value, wanted, tolerance)
