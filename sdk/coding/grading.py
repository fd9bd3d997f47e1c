"""Run a program on the tests of a task and judge what comes back, on the trusted side.

The sandbox is given inputs only; expected results never leave this process. A few calls are
repeated at the end of the same run, so a program whose answers depend on what was asked before is
found out (`purity`), and the sandbox reports arguments that a call has changed (`contract`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Protocol

from hallmark_rl.sandbox import Limits
from hallmark_rl.sdk.coding.class_driver import rebinds_errors
from hallmark_rl.sdk.coding.task import Case, CodingTask
from hallmark_rl.sdk.common.equality import same

REPEATS = 3
NOT_RUN = "unavailable"


class Runner(Hashable, Protocol):
    """The part of `sandbox.Sandbox` that judging needs."""

    def call(
        self,
        source: str,
        entry: str,
        calls: Any,
        *,
        limits: Limits | None = None,
        fresh_calls: bool = False,
        report_mutation: bool = False,
    ) -> Any: ...


class SandboxUnavailable(RuntimeError):
    """The sandbox could not run the program: evidence about us, never a zero for the program."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a program did on a list of cases; `right[i]` speaks of case `i`."""

    status: str
    right: tuple[bool, ...]
    contract: bool
    pure: bool
    outcome: Any = None
    """The sandbox's outcome, with the results in the order of the cases."""

    @property
    def passed(self) -> int:
        """How many cases came out right."""
        return sum(self.right)

    @property
    def problem(self) -> str:
        """Why the run did not end, or the first error of a case; a case's speaks of its input."""
        results = self.outcome.results if self.status == "ok" else ()
        errors = [self.outcome.error, *(result.error for result in results)]
        return next((_problem(error) for error in errors if error is not None), "")

    @property
    def share(self) -> float:
        """The share of the cases that came out right."""
        return self.passed / len(self.right)

    @property
    def solved(self) -> bool:
        """Every case right, by a program that keeps the rules."""
        return all(self.right) and self.contract and self.pure


@lru_cache(maxsize=64)
def limits_of(pairs: tuple[tuple[str, float], ...]) -> Limits:
    """Limits as the sandbox takes them."""
    return Limits(**dict(pairs))  # type: ignore[arg-type]


class _Calls(Sequence[tuple[Any, ...]]):
    """The arguments of cases, then again of the first few; made when they are first read."""

    def __init__(self, make: Callable[[], Sequence[Case]], repeats: int) -> None:
        self._make, self._repeats = make, repeats

    @cached_property
    def cases(self) -> Sequence[Case]:
        return self._make()

    @cached_property
    def _all(self) -> list[tuple[Any, ...]]:
        every = [case.args for case in self.cases]
        return every + every[: self._repeats]

    def __len__(self) -> int:
        return len(self._all)

    def __getitem__(self, index: Any) -> Any:
        return self._all[index]

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return iter(self._all)


def judge(
    runner: Runner,
    task: CodingTask,
    source: str,
    cases: Sequence[Case] | Callable[[], Sequence[Case]],
    *,
    repeats: int = REPEATS,
    limits: Limits | None = None,
) -> Verdict:
    """Run `source` once on all of `cases`; a function that makes them is called in the meantime."""
    calls = _Calls(lambda: cases() if callable(cases) else cases, repeats)
    outcome = runner.call(
        task.program(source),
        task.call_entry,
        calls,
        limits=limits or limits_of(tuple(task.limits.items())),
        report_mutation=True,
    )
    if outcome.status == NOT_RUN:
        raise SandboxUnavailable(str(outcome.error))
    cases, results = calls.cases, outcome.results
    if outcome.status != "ok" or len(results) != len(calls):
        status = outcome.status if outcome.status != "ok" else "error"
        wrong = (False,) * len(cases)
        return Verdict(status, wrong, False, True, outcome)
    kinds = {type(case.expected) for case in cases}
    first = results[: len(cases)]
    right = _right(task, first, cases)
    contract = all(
        not result.mutated and (not result.ok or type(result.value) in kinds) for result in results
    )
    contract = contract and not (task.driver and rebinds_errors(source))
    pure = all(map(_alike, first, results[len(cases) :]))
    return Verdict("ok", right, contract, pure, outcome)


def _right(task: CodingTask, results: Sequence[Any], cases: Sequence[Case]) -> tuple[bool, ...]:
    """Which results are right: most programs get all of them right, or few."""
    if task.accepts is None and all(result.ok for result in results):
        values, wanted = [r.value for r in results], [case.expected for case in cases]
        if same(values, wanted, task.tolerance):
            return (True,) * len(cases)
    return tuple(
        bool(result.ok) and task.right(result.value, case)
        for result, case in zip(results, cases, strict=True)
    )


def _alike(one: Any, other: Any) -> bool:
    if one.ok != other.ok:
        return False
    return same(one.value, other.value) if one.ok else True


def _problem(error: Any) -> str:
    where = f" (line {error.line})" if getattr(error, "line", None) else ""
    return f"{error.type}: {error.message}{where}"
