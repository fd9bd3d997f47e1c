"""Run a program on the test cases of a task and compare the results, outside the sandbox.

Only inputs enter the sandbox; expected results never leave this process. One run is measured by
three verifiers of `hallmark_rl.sdk.verifiers`: `passed_tests` compares the results, `call_contract`
their outermost types and whether a call has changed its arguments, and `repeats_agree` the first
calls, which are repeated at the end of the run, with their repetitions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from operator import or_
from typing import Any

from hallmark_rl.sandbox import Limits, SandboxLike
from hallmark_rl.sdk.coding.class_driver import rebinds_errors
from hallmark_rl.sdk.coding.task import Case, CodingTask
from hallmark_rl.sdk.verifiers import call_contract, passed_tests, repeats_agree
from hallmark_rl.sdk.verifiers.verdict import run_problem

REPEATED_CALLS = 3


@dataclass(frozen=True, slots=True)
class Grade:
    """The results of one program on a list of test cases.

    Attributes:
        status: The status of the sandbox's outcome; "error" if calls are missing from it.
        correct: For each case, whether the result was correct.
        keeps_contract: Whether no call changed its arguments, every result has the type of some
            expected result, and (for a class) the program rebinds no common error.
        is_pure: Whether repeated calls gave equal results.
        outcome: The sandbox's outcome; its first results are those of the cases, in their order.
    """

    status: str
    correct: tuple[bool, ...]
    keeps_contract: bool
    is_pure: bool
    outcome: Any = None

    @property
    def passed_count(self) -> int:
        """The number of cases with a correct result."""
        return sum(self.correct)

    @property
    def problem(self) -> str:
        """Why the run did not finish, or the first error of a case; "" if there is none.

        The error of a case can quote the case's input.
        """
        results = self.outcome.results if self.status == "ok" else ()
        errors = [self.outcome.error, *(result.error for result in results)]
        return next((_error_text(error) for error in errors if error is not None), "")

    @property
    def share(self) -> float:
        """The share of cases with a correct result, in [0, 1]."""
        return self.passed_count / len(self.correct)

    @property
    def solved(self) -> bool:
        """Whether every result is correct and the program keeps the contract and is pure."""
        return all(self.correct) and self.keeps_contract and self.is_pure


@lru_cache(maxsize=64)
def limits_from(pairs: tuple[tuple[str, float], ...]) -> Limits:
    """Return `Limits` from pairs of field name and value."""
    return Limits(**dict(pairs))  # type: ignore[arg-type]


class _LazyCalls(Sequence[tuple[Any, ...]]):
    """Argument tuples of cases, the first few twice; the cases are made when first read."""

    def __init__(self, make_cases: Callable[[], Sequence[Case]], repeats: int) -> None:
        self._make_cases, self._repeats = make_cases, repeats

    @cached_property
    def cases(self) -> Sequence[Case]:
        return self._make_cases()

    @cached_property
    def _calls(self) -> list[tuple[Any, ...]]:
        calls = [case.args for case in self.cases]
        return calls + calls[: self._repeats]

    def __len__(self) -> int:
        return len(self._calls)

    def __getitem__(self, index: Any) -> Any:
        return self._calls[index]

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return iter(self._calls)


def grade(
    sandbox: SandboxLike,
    task: CodingTask,
    source: str,
    cases: Sequence[Case] | Callable[[], Sequence[Case]],
    *,
    repeats: int = REPEATED_CALLS,
    limits: Limits | None = None,
) -> Grade:
    """Run the program `source` once on all of `cases` and grade its results.

    Args:
        sandbox: Where the program runs.
        task: The task that the cases belong to.
        source: The program.
        cases: At least one test case, or a function that makes them, which is called while the
            sandbox starts the run.
        repeats: How many calls are repeated at the end of the run.
        limits: Limits of the run; by default those of the task.

    Raises:
        NotJudged: The sandbox could not run the program.
        ValueError: There are no cases.
    """
    calls = _LazyCalls(lambda: cases() if callable(cases) else cases, repeats)
    outcome = sandbox.call(
        task.with_driver(source),
        task.call_entry,
        calls,
        limits=limits or limits_from(tuple(task.limits.items())),
        report_mutation=True,
    )
    cases = calls.cases
    if run_problem(outcome, len(calls)):
        status = outcome.status if outcome.status != "ok" else "error"
        return Grade(status, (False,) * len(cases), False, True, outcome)
    correct = passed_tests(outcome, list(map(task.wanted, cases)), tolerance=task.tolerance)
    result_types = reduce(or_, {type(case.expected) for case in cases})
    keeps_contract = call_contract(outcome, result_types).passed
    keeps_contract = keeps_contract and not (task.driver and rebinds_errors(source))
    is_pure = repeats_agree(outcome, len(calls) - len(cases)).passed
    return Grade("ok", correct, keeps_contract, is_pure, outcome)


def _error_text(error: Any) -> str:
    where = f" (line {error.line})" if getattr(error, "line", None) else ""
    return f"{error.type}: {error.message}{where}"
