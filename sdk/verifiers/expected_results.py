"""Compare the results of calls with expected results, outside the process that ran the program.

The program receives the inputs of the tests and never the expected results.
Rewards: results of exactly the expected type and value. Only plain data leaves the sandbox, so an
object with an `__eq__` of its own cannot pass.
Cannot detect: how a result was computed (use `fresh_inputs` and `pure`), or behaviour that no test
covers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hallmark_rl.sandbox import CallResult, Outcome
from hallmark_rl.sdk.common.equality import same
from hallmark_rl.sdk.common.plain_copy import copy_plain
from hallmark_rl.sdk.verifiers.verdict import Verdict, require_run, run_problem

_CANNOT_PROCESS = (
    TypeError, ValueError, LookupError, AttributeError, ArithmeticError, AssertionError,
    RecursionError, MemoryError,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Raises:
    """An expected result: the call raises an exception.

    Attributes:
        type: the name of the exception's type, such as `ValueError`; a derived type does not match.
    """

    type: str


@dataclass(frozen=True, slots=True)
class Accepts:
    """An expected result: the call returns a value that a function accepts.

    Attributes:
        check: gets a copy of the value. If it raises `TypeError`, `ValueError`, `LookupError`,
            `AttributeError`, `ArithmeticError`, `AssertionError`, `RecursionError` or
            `MemoryError`, the value has a shape that it cannot process, and counts as wrong.
    """

    check: Callable[[Any], bool]


def share_of_tests(outcome: Outcome, expected: Sequence[Any], *, tolerance: float = 0.0) -> Verdict:
    """Measure the fraction of calls with the expected result.

    As a reward it pays for partly right programs, and a trivial program may pass the easy tests.
    Declare it as an `outcome` column, whose success needs every test, or with weight 0.

    Args:
        outcome: the result of `Sandbox.call`.
        expected: for each call the expected value, `Raises` or `Accepts`.
        tolerance: for floats, see `hallmark_rl.sdk.common.equality.same`.

    Returns:
        The fraction, in [0, 1]; calls without a result count as failed. Below 1, the reason is the
        number of the first test that failed, and how.

    Raises:
        NotJudged: the sandbox could not run the program.
        ValueError: `expected` is empty.
    """
    passed = passed_tests(outcome, expected, tolerance=tolerance)
    if all(passed):
        return Verdict(1.0)
    first_failed = passed.index(False)
    answered = first_failed < len(outcome.results)
    why = "a wrong answer" if answered else run_problem(outcome, len(expected))
    return Verdict(
        sum(passed) / len(expected), f"test {first_failed + 1} of {len(expected)}: {why}"
    )


def all_tests(outcome: Outcome, expected: Sequence[Any], *, tolerance: float = 0.0) -> Verdict:
    """1 if every call has the expected result, else 0. Arguments as for `share_of_tests`."""
    verdict = share_of_tests(outcome, expected, tolerance=tolerance)
    return Verdict(float(verdict.passed), verdict.detail)


def passed_tests(
    outcome: Outcome, expected: Sequence[Any], *, tolerance: float = 0.0
) -> tuple[bool, ...]:
    """Whether each call has the expected result; False for a call without a result.

    Arguments and exceptions are those of `share_of_tests`.
    """
    if not expected:
        raise ValueError("expected is empty: with no tests every program would pass")
    require_run(outcome)
    passed = [
        has_result(answer, wanted, tolerance)
        for answer, wanted in zip(outcome.results, expected, strict=False)
    ]
    return (*passed, *[False] * (len(expected) - len(passed)))


def has_result(answer: CallResult, wanted: Any, tolerance: float = 0.0) -> bool:
    """Whether one call has the expected result: a value, `Raises` or `Accepts`."""
    if isinstance(wanted, Raises):
        return answer.error is not None and answer.error.type == wanted.type
    return answer.ok and is_value(answer.value, wanted, tolerance)


def is_value(value: Any, wanted: Any, tolerance: float = 0.0) -> bool:
    """Whether plain data is the expected value, or one that `Accepts` accepts."""
    if not isinstance(wanted, Accepts):
        return same(value, wanted, tolerance)
    try:
        return bool(wanted.check(copy_plain(value)))
    except _CANNOT_PROCESS:
        return False
