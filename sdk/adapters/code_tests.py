"""The tests of a programming task, as a row of a dataset states them.

Four forms are understood, as data or as JSON text:

    [{"args": [2, 3], "expected": 5}, ...]         calls of the function `entry`; `"kwargs": {...}`
                                                   may be added, and `"raises": "ValueError"`
                                                   stands instead of `expected`
    [{"stdin": "2 3\\n", "stdout": "5\\n"}, ...]     the program is a script
    ["assert add(2, 3) == 5", ...]                 assertions about `entry`
    "def check(candidate): ..."                    a program whose `check` raises an error if the
                                                   function `candidate` is wrong

In every form the expected results stay outside of the process that runs the program. The first two
cannot be deceived by a program; assertions run in a second process, on copies of its answers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hallmark_rl.sandbox import Limits, Outcome, SandboxLike
from hallmark_rl.sandbox.api.jobs import Call, Job
from hallmark_rl.sandbox.api.language_policy import Policy
from hallmark_rl.sandbox.protocol.codec import NotPlainData, pack
from hallmark_rl.sdk.common.equality import same
from hallmark_rl.sdk.common.untrusted import UnreadableSource, parse_source
from hallmark_rl.sdk.verifiers.verdict import require_run

_CHECK = re.compile(r"^def check\(", re.MULTILINE)


class BadTests(ValueError):
    """A row of a dataset does not state tests; the message says what is wrong."""


@dataclass(frozen=True, slots=True)
class TestResults:
    """What became of the tests of one program.

    Attributes:
        passed: for each test, whether the program passed it.
        finished: whether every run ended by itself, without an error outside of the tests.
    """

    __test__ = False  # not a class of tests for pytest

    passed: tuple[bool, ...]
    finished: bool


@dataclass(frozen=True)
class CallTests:
    """Calls of one function, with the value or the type of exception that each must give."""

    entry: str
    calls: tuple[Call, ...]
    expected: tuple[tuple[str, Any], ...]
    tolerance: float

    def jobs(self, program: str, policy: Policy | None, limits: Limits | None) -> list[Job]:
        """One run, in which every call is made."""
        return [
            Job(source=program, entry=self.entry, calls=self.calls, policy=policy, limits=limits)
        ]

    def results(self, outcomes: Sequence[Outcome]) -> TestResults:
        """The results of the tests, from the outcome of the run."""
        (outcome,) = outcomes
        require_run(outcome)
        answers = [*outcome.results, *[None] * (len(self.calls) - len(outcome.results))]
        passed = [
            answer is not None and self._is_right(answer, *wanted)
            for answer, wanted in zip(answers, self.expected, strict=True)
        ]
        return TestResults(tuple(passed), outcome.status == "ok")

    def _is_right(self, answer: Any, kind: str, wanted: Any) -> bool:
        if kind == "raises":
            return answer.error is not None and answer.error.type == wanted
        return answer.ok and same(_without_tuples(answer.value), wanted, self.tolerance)


@dataclass(frozen=True)
class ScriptTests:
    """Texts that a script reads, with the text that it must write to each."""

    stdin: tuple[str, ...]
    stdout: tuple[str, ...]

    def jobs(self, program: str, policy: Policy | None, limits: Limits | None) -> list[Job]:
        """One run for each test."""
        return [
            Job(source=program, stdin=text, policy=policy, limits=limits) for text in self.stdin
        ]

    def results(self, outcomes: Sequence[Outcome]) -> TestResults:
        """The results of the tests, from the outcomes of their runs; blanks at line ends and
        empty lines at the end do not count."""
        for outcome in outcomes:
            require_run(outcome)
        passed = [
            outcome.status == "ok" and _lines(outcome.stdout) == _lines(wanted)
            for outcome, wanted in zip(outcomes, self.stdout, strict=True)
        ]
        return TestResults(tuple(passed), all(outcome.status == "ok" for outcome in outcomes))


@dataclass(frozen=True)
class CheckTests:
    """Programs whose function `check` raises an error if the function `entry` is wrong."""

    entry: str
    checkers: tuple[str, ...]

    def check(
        self, program: str, sandbox: SandboxLike, policy: Policy | None, limits: Limits | None
    ) -> TestResults:
        """Run every checker against the program."""
        passed, finished = [], True
        for checker in self.checkers:
            outcome = sandbox.check(program, checker, self.entry, policy=policy, limits=limits)
            require_run(outcome.candidate)
            require_run(outcome.checker)
            passed.append(outcome.passed)
            finished = finished and outcome.candidate.status == "ok"
        return TestResults(tuple(passed), finished)


CodeTests = CallTests | ScriptTests | CheckTests


def read_tests(tests: Any, entry: str | None, tolerance: float) -> CodeTests:
    """The tests that a row of a dataset states.

    Args:
        tests: in one of the forms of the module.
        entry: the name of the function under test; None for scripts.
        tolerance: for floats, see `hallmark_rl.sdk.common.equality.same`.

    Raises:
        BadTests: they are in none of the forms, or there are none.
    """
    if isinstance(tests, str):
        if _CHECK.search(tests):
            return _checks([tests], entry)
        try:
            tests = json.loads(tests)
        except (ValueError, RecursionError) as error:
            raise BadTests(f"the text of the tests is neither JSON nor check(): {error}") from None
    if not isinstance(tests, Sequence) or isinstance(tests, str) or not tests:
        raise BadTests(f"tests must be a list with at least one test, not {type(tests).__name__}")
    if all(isinstance(test, str) for test in tests):
        return _checks([_as_checker(test, entry) for test in tests], entry)
    if not all(isinstance(test, Mapping) for test in tests):
        raise BadTests("tests must all be objects, or all be assertions")
    if all(isinstance(test.get("stdin"), str) for test in tests):
        wanted = [test.get("stdout") for test in tests]
        if not all(isinstance(text, str) for text in wanted):
            raise BadTests("a test with stdin needs stdout, a text")
        return ScriptTests(tuple(test["stdin"] for test in tests), tuple(wanted))
    calls, expected = zip(*(_call(test) for test in tests), strict=True)
    return CallTests(_function_name(entry), calls, expected, tolerance)


def _call(test: Mapping[str, Any]) -> tuple[Call, tuple[str, Any]]:
    args, kwargs = test.get("args"), test.get("kwargs") or {}
    if not isinstance(args, Sequence) or isinstance(args, str) or not isinstance(kwargs, Mapping):
        raise BadTests("a test of a function needs args, a list (and kwargs, an object)")
    raises = test.get("raises")
    if raises is None and "expected" not in test:
        raise BadTests("a test of a function needs expected or raises")
    wanted = ("raises", str(raises)) if raises is not None else ("is", test["expected"])
    try:
        for value in (*args, *kwargs.values(), wanted[1]):
            pack(value)
    except NotPlainData as error:
        raise BadTests(f"a value of a test is not plain data: {error}") from None
    return Call(tuple(args), dict(kwargs)), (wanted[0], _without_tuples(wanted[1]))


def _checks(checkers: list[str], entry: str | None) -> CheckTests:
    for checker in checkers:
        try:
            parse_source(checker)
        except UnreadableSource as error:
            raise BadTests(f"a test is not valid Python: {error}") from None
    return CheckTests(_function_name(entry), tuple(checkers))


def _as_checker(assertion: str, entry: str | None) -> str:
    """A checker for an assertion that calls the function by its name."""
    lines = assertion.strip().splitlines() or ["pass"]
    body = "\n".join(f"    {line}" for line in lines)
    return f"def check({_function_name(entry)}):\n{body}\n"


def _function_name(entry: str | None) -> str:
    if not isinstance(entry, str) or not entry.isidentifier():
        raise BadTests(f"these tests need the name of the function in `entry`, not {entry!r}")
    return entry


def _without_tuples(value: Any) -> Any:
    """Plain data with lists for tuples: tests in JSON cannot tell them apart."""
    if isinstance(value, list | tuple):
        return [_without_tuples(item) for item in value]
    if isinstance(value, dict):
        return {key: _without_tuples(item) for key, item in value.items()}
    return value


def _lines(text: str) -> list[str]:
    """The lines of a text without blanks at their ends and without empty lines at its end."""
    return [line.rstrip() for line in text.rstrip().splitlines()]
