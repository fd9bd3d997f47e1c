"""A reward for single-turn programming tasks, for people with a dataset and a `GRPOTrainer`.

    rewards = code_reward(tests="tests", sandbox=Sandbox(workers=4))
    GRPOTrainer(model, reward_funcs=rewards, train_dataset=dataset,
                args=GRPOConfig(reward_weights=rewards.weights, ...))

The program is extracted from the completion, and the whole batch is judged in the sandbox at once,
by the tests of each row (`code_tests.py` lists their forms).
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hallmark_rl.sandbox import Limits, Outcome, Policy, Sandbox, SandboxLike
from hallmark_rl.sandbox.api.jobs import Job
from hallmark_rl.sdk.adapters.code_tests import (
    BadTests,
    CheckTests,
    CodeTests,
    TestResults,
    read_tests,
)
from hallmark_rl.sdk.adapters.weighted_functions import RewardFunction, RewardFunctions
from hallmark_rl.sdk.verifiers.answer_format import one_block
from hallmark_rl.sdk.verifiers.verdict import NotJudged

_FENCED = re.compile(
    r"^[ \t]*```[ \t]*(\w*)[^\n]*\n(.*?)(?:^[ \t]*```[ \t]*$|\Z)", re.DOTALL | re.MULTILINE
)
_LANGUAGES = ("", "python", "python3", "py")
_log = logging.getLogger(__name__)

COLUMNS: Mapping[str, Callable[[str, TestResults], float]] = {
    "all_tests": lambda text, results: float(all(results.passed)),
    "share_of_tests": lambda text, results: sum(results.passed) / len(results.passed),
    "finished": lambda text, results: float(results.finished),
    "one_block": lambda text, results: one_block(text)[0].value,
}
"""The columns: every test passed; the share of tests that passed; every run ended by itself; the
completion has exactly one fenced block of Python."""


def code_reward(
    tests: str = "tests",
    sandbox: SandboxLike | None = None,
    *,
    entry: str = "entry",
    weights: Mapping[str, float] | None = None,
    tolerance: float = 1e-6,
    policy: Policy | str | None = None,
    limits: Limits | None = None,
) -> RewardFunctions:
    """Make reward functions for TRL that judge programs by the tests of their row.

    Args:
        tests: the dataset's column with the tests of a row, in a form of `code_tests.py`.
        sandbox: where programs run; by default a `Sandbox` with a worker for each CPU.
        entry: the dataset's column with the name of the function under test; not needed for
            scripts.
        weights: the weight of each column that is to be paid; by default 1 for `all_tests`. The
            others are logged only.
        tolerance: for floats in the results, relative, and absolute below 1.
        policy: the language policy, or its name; None for that of the sandbox.
        limits: the limits of each run; None for those of the sandbox.

    Returns:
        One function for each of `COLUMNS`. Each returns a list with one number in [0, 1] for each
        completion, or None where the sandbox could not run the program or the row states no tests
        (which is logged): TRL leaves such a completion out of the loss and of its group's baseline.
        Nothing that a completion contains raises an exception. A batch is judged once for all
        functions, and equal programs for equal tests are run once.

    Raises:
        ValueError: unknown names in `weights`; and, when a function is called, a dataset without
            the column `tests`.
        RuntimeError: no sandbox is given, and this host does not give the level `kernel`.
    """
    paid = dict(weights) if weights is not None else {"all_tests": 1.0}
    if unknown := set(paid) - set(COLUMNS):
        raise ValueError(f"there is no column {sorted(unknown)[0]!r}: choose from {list(COLUMNS)}")
    judge = _BatchJudge(
        sandbox or _own_sandbox(),
        lambda value, name: read_tests(value, name, tolerance),
        Policy(policy) if policy is not None else None,
        limits,
    )
    return RewardFunctions(
        (_function(name, judge, tests, entry), paid.get(name, 0.0)) for name in COLUMNS
    )


def check_code_rows(
    rows: Iterable[Mapping[str, Any]], *, tests: str = "tests", entry: str = "entry"
) -> None:
    """Check that every row of a dataset states tests that `code_reward` can read.

    Args:
        rows: the dataset, or any rows.
        tests: as for `code_reward`.
        entry: as for `code_reward`.

    Raises:
        ValueError: a row does not; the message has its number, counted from 0.
    """
    for number, row in enumerate(rows):
        try:
            read_tests(row.get(tests), row.get(entry), 0.0)
        except BadTests as error:
            raise ValueError(f"row {number}: {error}") from None


def program_in(completion: Any) -> tuple[str, str]:
    """The text of a completion, and the program in it.

    The program is the last fenced block of Python, or of no named language, even if it is not
    closed; without such a block it is the whole text.

    Args:
        completion: a text, or a list of messages, of which the last one's text counts.
    """
    text = _text_of(completion)
    blocks = [body for name, body in _FENCED.findall(text) if name.lower() in _LANGUAGES]
    return text, blocks[-1] if blocks else text


@dataclass
class _BatchJudge:
    """Judges batches; the last one is kept, because TRL asks once for each column."""

    sandbox: SandboxLike
    read: Callable[[Any, Any], CodeTests]
    policy: Policy | None
    limits: Limits | None
    _last: tuple[Any, list[tuple[str, TestResults | None]]] = field(default=(None, []))

    def judge(
        self, completions: Sequence[Any], tests: Sequence[Any], entries: Sequence[Any]
    ) -> list[tuple[str, TestResults | None]]:
        """The text and the results of each completion; None if it could not be judged."""
        programs = [program_in(completion) for completion in completions]
        asked = programs, [repr(value) for value in tests], list(entries)
        if self._last[0] != asked:
            keys = [
                (program, *which)
                for (_, program), which in zip(programs, zip(*asked[1:], strict=True), strict=True)
            ]
            unique = {
                key: (value, name) for key, value, name in zip(keys, tests, entries, strict=True)
            }
            found = dict(zip(unique, self._run_all(unique), strict=True))
            results = [(text, found[key]) for (text, _), key in zip(programs, keys, strict=True)]
            self._last = asked, results
        return self._last[1]

    def _run_all(
        self, unique: Mapping[tuple[Any, ...], tuple[Any, Any]]
    ) -> list[TestResults | None]:
        """The results of different programs; all their runs go to the sandbox in one batch."""
        readable = [self._readable(*which) for which in unique.values()]
        sources = [key[0].encode("utf-8", "replace").decode() for key in unique]
        jobs: list[list[Job]] = [
            found.jobs(source, self.policy, self.limits)
            if found is not None and not isinstance(found, CheckTests)
            else []
            for source, found in zip(sources, readable, strict=True)
        ]
        outcomes = iter(self._outcomes([job for own in jobs for job in own]))
        results = []
        for source, found, own in zip(sources, readable, jobs, strict=True):
            results.append(self._results(source, found, [next(outcomes) for _ in own]))
        return results

    def _results(
        self, source: str, tests: CodeTests | None, outcomes: Sequence[Outcome | None]
    ) -> TestResults | None:
        ran = [outcome for outcome in outcomes if outcome is not None]
        if tests is None or len(ran) < len(outcomes):
            return None
        try:
            if isinstance(tests, CheckTests):
                return tests.check(source, self.sandbox, self.policy, self.limits)
            return tests.results(ran)
        except NotJudged as error:
            _log.warning("code_reward: a program was not judged: %s", error)
        except Exception as error:
            _log.warning("code_reward: the sandbox failed: %s: %s", type(error).__name__, error)
        return None

    def _readable(self, tests: Any, entry: Any) -> CodeTests | None:
        try:
            return self.read(tests, entry)
        except BadTests as error:
            _log.warning("code_reward: a row of the dataset states no tests: %s", error)
            return None

    def _outcomes(self, jobs: list[Job]) -> list[Outcome | None]:
        """The outcome of each job; None for those that the sandbox could not do."""
        try:
            return list(self.sandbox.map(jobs))
        except Exception as error:
            if len(jobs) > 1:
                return [outcome for job in jobs for outcome in self._outcomes([job])]
            _log.warning("code_reward: the sandbox failed: %s: %s", type(error).__name__, error)
            return [None]


def _function(name: str, judge: _BatchJudge, tests: str, entry: str) -> RewardFunction:
    def function(completions: Sequence[Any], **columns: Any) -> list[float | None]:
        if tests not in columns:
            raise ValueError(f"code_reward: the dataset has no column {tests!r} with the tests")
        entries = columns.get(entry) or [None] * len(completions)
        judged = judge.judge(completions, columns[tests], entries)
        return [
            None if results is None else COLUMNS[name](text, results) for text, results in judged
        ]

    function.__name__ = name
    return function


def _own_sandbox() -> Sandbox:
    sandbox = Sandbox(workers=len(os.sched_getaffinity(0)))
    isolation = sandbox.isolation
    if isolation.level != "kernel":
        sandbox.close()
        raise RuntimeError(
            f"this host gives the isolation level {isolation.level!r} "
            f"({'; '.join(isolation.missing[:2])}): see `hallmark probe`, or accept less with "
            'code_reward(sandbox=Sandbox(require="filtered"))'
        )
    return sandbox


def _text_of(completion: Any) -> str:
    if isinstance(completion, str):
        return completion
    content = completion
    if isinstance(completion, list):
        last = completion[-1] if completion else {}
        content = last.get("content") if isinstance(last, Mapping) else None
    if isinstance(content, list):
        return "".join(str(part.get("text", "")) for part in content if isinstance(part, Mapping))
    return content if isinstance(content, str) else ""
