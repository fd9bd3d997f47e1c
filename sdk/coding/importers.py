"""Tasks of other people: HumanEval, EvalPlus and MBPP files, and an audit of their tests.

    for task in read_tasks(Path("HumanEval.jsonl.gz")):
        print(task.audit(sandbox).text())

Nothing in such a file is trusted: reference solutions and checkers run in the sandbox like any
other program. Where a file gives inputs (EvalPlus), expected results are what the reference makes
of them there, compared here; where it gives a checker (HumanEval, MBPP), the checker runs in a
process of its own and calls the candidate by message.
"""

from __future__ import annotations

import ast
import gzip
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from hallmark_rl.sandbox import CheckOutcome, Limits, Policy, Sandbox
from hallmark_rl.sdk.coding.audit import REQUIRED_SCORE, AuditReport
from hallmark_rl.sdk.coding.mutate import mutants
from hallmark_rl.sdk.common.equality import same
from hallmark_rl.sdk.verifiers.source_checks import definition

LIMITS = Limits(wall_s=3.0, cpu_s=2.0)
_MUTANT_LIMITS = Limits(wall_s=1.5, cpu_s=0.6)
_BATCH = 200
"""Inputs of one run: a task may have thousands, and the limits hold for a run."""
_CONSTANTS = ("None", "0", "1", "True", "False", "''", "[]", "a[0] if a else None")
_CALLED = re.compile(r"\b([A-Za-z_]\w*)\s*\(")

Passes = Callable[[Sandbox, str, Limits], bool]


class Checks(Protocol):
    """The part of `sandbox.Sandbox` that playing an imported task needs."""

    def check(
        self, candidate: str, checker: str, entry: str, *, limits: Limits | None = None
    ) -> CheckOutcome:
        """Run `check(candidate)`."""
        ...


class UnknownForm(ValueError):
    """A line of a task file that is of no known form."""


@dataclass(frozen=True)
class ImportedTask:
    """A task as its file states it; `passes` says whether a program passes the file's tests."""

    name: str
    prompt: str
    entry: str
    reference: str
    passes: Passes
    checker: str = ""
    """Source of `check(candidate)`, where the file gives a checker."""

    @property
    def signature(self) -> str:
        """The line that defines the entry."""
        tree = ast.parse(self.reference)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name == self.entry:
                returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
                return f"def {node.name}({ast.unparse(node.args)}){returns}:"
        raise UnknownForm(f"{self.name}: the reference does not define {self.entry}")

    def program(self, answer: str) -> str:
        """The program that an answer stands for: a whole function below the prompt, or its rest."""
        whole = definition(answer, self.entry) is not None
        return f"{self.prompt}\n{answer}" if whole else f"{self.prompt}{answer}"

    def check(self, sandbox: Checks, answer: str) -> CheckOutcome:
        """The file's own checker on an answer, which keeps to the restricted language.

        The two run in processes of their own: the expected results are in the checker's.
        """
        return sandbox.check(self.program(answer), self.checker, self.entry, limits=LIMITS)

    def audit(self, sandbox: Sandbox) -> AuditReport:
        """How good the file's tests are: the reference, its mutants and constant programs."""
        report = AuditReport(self.name)
        if not self.passes(sandbox, self.reference, LIMITS):
            report.problems.append("the reference does not pass its own tests")
            return report
        found = mutants(self.reference)
        report.mutants = len(found)
        for mutant in found:
            if self.passes(sandbox, mutant.source, _MUTANT_LIMITS):
                report.survivors.append(mutant)
            else:
                report.killed += 1
        if report.score < REQUIRED_SCORE:
            report.problems.append(
                f"weak tests: {len(report.survivors)} of {report.mutants} mutants pass"
            )
        for constant in _CONSTANTS:
            program = f"def {self.entry}(*a):\n    return {constant}\n"
            if self.passes(sandbox, program, LIMITS):
                report.problems.append(f"a program that returns {constant} passes")
        return report


def read_tasks(path: Path) -> list[ImportedTask]:
    """The tasks of a JSONL file, plain or gzipped; the form is known by the fields."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        return list(_tasks(lines, path))


def _tasks(lines: Any, path: Path) -> Iterator[ImportedTask]:
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield imported(json.loads(line))
        except (KeyError, ValueError) as error:
            raise UnknownForm(f"{path}, line {number}: {error}") from error


def imported(row: Mapping[str, Any]) -> ImportedTask:
    """One task from its fields."""
    name = str(row.get("task_id", "?"))
    if "base_input" in row:
        reference = row["prompt"] + row["canonical_solution"]
        inputs = [*row["base_input"], *row.get("plus_input", [])]
        tolerance = float(row.get("atol") or 0.0)
        passes: Passes = _Given(row["entry_point"], reference, inputs, tolerance)
        return ImportedTask(name, row["prompt"], row["entry_point"], reference, passes)
    if "test" in row and "entry_point" in row:
        reference = row["prompt"] + row["canonical_solution"]
        # Some checkers use helpers of the prompt, or the reference under its own name.
        checker = f"{reference}\n{row['test']}"
        passes = partial(_checked, row["entry_point"], checker)
        return ImportedTask(name, row["prompt"], row["entry_point"], reference, passes, checker)
    if "test_list" in row and "code" in row:
        entry = _mbpp_entry(row["code"], row["test_list"])
        lines = [*str(row.get("test_setup_code") or "").splitlines(), "", "def check(candidate):"]
        lines += [f"    {entry} = candidate"]
        lines += [f"    {line}" for test in row["test_list"] for line in test.splitlines()]
        passes = partial(_checked, entry, "\n".join(lines) + "\n")
        return ImportedTask(name, row.get("text") or row["prompt"], entry, row["code"], passes)
    raise UnknownForm(f"{name}: fields {sorted(row)} are not those of HumanEval, EvalPlus or MBPP")


def _checked(entry: str, checker: str, sandbox: Sandbox, source: str, limits: Limits) -> bool:
    return sandbox.check(source, checker, entry, limits=limits, policy=Policy.PYTHON).passed


class _Given:
    """Inputs of a file; the results that count are what its reference makes of them."""

    def __init__(
        self, entry: str, reference: str, inputs: list[list[Any]], tolerance: float
    ) -> None:
        self._entry = entry
        self._reference = reference
        self._tolerance = tolerance
        self._batches = [inputs[at : at + _BATCH] for at in range(0, len(inputs), _BATCH)]
        self._wanted: list[list[Any] | None] | None = None

    def __call__(self, sandbox: Sandbox, source: str, limits: Limits) -> bool:
        """Whether `source` agrees with the reference on every input; the first doubt ends it."""
        if self._wanted is None:
            self._wanted = [self._run(sandbox, self._reference, b, LIMITS) for b in self._batches]
        for batch, wanted in zip(self._batches, self._wanted, strict=True):
            got = self._run(sandbox, source, batch, limits) if wanted is not None else None
            if got is None or not same(got, wanted, self._tolerance):
                return False
        return True

    def _run(
        self, sandbox: Sandbox, source: str, batch: list[list[Any]], limits: Limits
    ) -> list[Any] | None:
        """The results of a batch, or None if a call has none."""
        ran = sandbox.call(source, self._entry, batch, limits=limits, policy=Policy.PYTHON)
        answered = ran.status == "ok" and len(ran.results) == len(batch)
        if not answered or not all(result.ok for result in ran.results):
            return None
        return [result.value for result in ran.results]


def _mbpp_entry(code: str, tests: list[str]) -> str:
    """The function that the tests call and the code defines."""
    defined = {node.name for node in ast.parse(code).body if isinstance(node, ast.FunctionDef)}
    for test in tests:
        for name in _CALLED.findall(test):
            if name in defined:
                return str(name)
    raise UnknownForm(f"no test calls a function of the code: {sorted(defined)}")
