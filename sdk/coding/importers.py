"""Import tasks from HumanEval, EvalPlus and MBPP files, and audit the tests in such files.

    for task in read_tasks(Path("HumanEval.jsonl.gz")):
        print(task.audit(sandbox).text())

Reference solutions and checkers from a file are not trusted: they run in the sandbox like any
other program. If a file gives inputs (EvalPlus), the expected results are those of its reference,
compared in this process. If it gives a checker (HumanEval, MBPP), the checker runs in a second
sandbox process and calls the candidate by message.
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
from typing import Any

from hallmark_rl.sandbox import CheckOutcome, Limits, Policy, Sandbox, SandboxLike
from hallmark_rl.sdk.coding.mutate import mutants
from hallmark_rl.sdk.coding.task_audit import MIN_MUTATION_SCORE, AuditReport
from hallmark_rl.sdk.common.equality import same
from hallmark_rl.sdk.verifiers.source_checks import definition

LIMITS = Limits(wall_s=3.0, cpu_s=2.0)
_MUTANT_LIMITS = Limits(wall_s=1.5, cpu_s=0.6)
_BATCH_SIZE = 200
"""Inputs of one run: a task can have thousands, and the limits apply to a run."""
_CONSTANTS = ("None", "0", "1", "True", "False", "''", "[]", "a[0] if a else None")
_CALLED_NAME = re.compile(r"\b([A-Za-z_]\w*)\s*\(")

Passes = Callable[[Sandbox, str, Limits], bool]


class UnknownTaskFormat(ValueError):
    """A line of a task file is not in the format of HumanEval, EvalPlus or MBPP."""


@dataclass(frozen=True)
class ImportedTask:
    """A task from a file of one of the known formats.

    Attributes:
        name: The task's id in the file.
        prompt: The prompt of the file: the head of the function, or a sentence (MBPP).
        entry: The name of the function.
        reference: The source of the reference solution.
        passes: Whether a program passes the file's tests: `(sandbox, source, limits) -> bool`.
        checker: Source of `check(candidate)` (HumanEval); else "".
    """

    name: str
    prompt: str
    entry: str
    reference: str
    passes: Passes
    checker: str = ""

    @property
    def signature(self) -> str:
        """The line that defines the function.

        Raises:
            UnknownTaskFormat: The reference does not define it.
        """
        tree = ast.parse(self.reference)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name == self.entry:
                returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
                return f"def {node.name}({ast.unparse(node.args)}){returns}:"
        raise UnknownTaskFormat(f"{self.name}: the reference does not define {self.entry}")

    def whole_program(self, answer: str) -> str:
        """Return the program for an answer: a whole function, or a continuation of the prompt."""
        is_function = definition(answer, self.entry) is not None
        return f"{self.prompt}\n{answer}" if is_function else f"{self.prompt}{answer}"

    def check(self, sandbox: SandboxLike, answer: str) -> CheckOutcome:
        """Run the file's checker on an answer, which must keep to the restricted language.

        Checker and answer run in two processes; only the checker's holds the expected results.
        """
        return sandbox.check(self.whole_program(answer), self.checker, self.entry, limits=LIMITS)

    def audit(self, sandbox: Sandbox) -> AuditReport:
        """Audit the file's tests with the reference, its mutants and constant programs."""
        report = AuditReport(self.name)
        if not self.passes(sandbox, self.reference, LIMITS):
            report.problems.append("the reference does not pass its own tests")
            return report
        every_mutant = mutants(self.reference)
        report.mutants = len(every_mutant)
        for mutant in every_mutant:
            if self.passes(sandbox, mutant.source, _MUTANT_LIMITS):
                report.survivors.append(mutant)
            else:
                report.killed += 1
        if report.score < MIN_MUTATION_SCORE:
            report.problems.append(
                f"weak tests: {len(report.survivors)} of {report.mutants} mutants pass"
            )
        for constant in _CONSTANTS:
            program = f"def {self.entry}(*a):\n    return {constant}\n"
            if self.passes(sandbox, program, LIMITS):
                report.problems.append(f"a program that returns {constant} passes")
        return report


def read_tasks(path: Path) -> list[ImportedTask]:
    """Read the tasks of a JSONL file, plain or gzipped (suffix `.gz`).

    Raises:
        UnknownTaskFormat: A line is not in a known format; the message names it.
        OSError: The file cannot be read.
    """
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        return list(_tasks(lines, path))


def _tasks(lines: Any, path: Path) -> Iterator[ImportedTask]:
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield import_row(json.loads(line))
        except (KeyError, ValueError) as error:
            raise UnknownTaskFormat(f"{path}, line {number}: {error}") from error


def import_row(row: Mapping[str, Any]) -> ImportedTask:
    """Make a task from its fields; which fields there are says which format it is.

    Raises:
        UnknownTaskFormat: The fields are those of no known format.
    """
    name = str(row.get("task_id", "?"))
    if "base_input" in row:
        reference = row["prompt"] + row["canonical_solution"]
        inputs = [*row["base_input"], *row.get("plus_input", [])]
        tolerance = float(row.get("atol") or 0.0)
        passes: Passes = _InputTests(row["entry_point"], reference, inputs, tolerance)
        return ImportedTask(name, row["prompt"], row["entry_point"], reference, passes)
    if "test" in row and "entry_point" in row:
        reference = row["prompt"] + row["canonical_solution"]
        # Some checkers call helper functions of the prompt, or the reference by its name.
        checker = f"{reference}\n{row['test']}"
        passes = partial(_passes_checker, row["entry_point"], checker)
        return ImportedTask(name, row["prompt"], row["entry_point"], reference, passes, checker)
    if "test_list" in row and "code" in row:
        entry = _mbpp_entry(row["code"], row["test_list"])
        lines = [*str(row.get("test_setup_code") or "").splitlines(), "", "def check(candidate):"]
        lines += [f"    {entry} = candidate"]
        lines += [f"    {line}" for test in row["test_list"] for line in test.splitlines()]
        passes = partial(_passes_checker, entry, "\n".join(lines) + "\n")
        return ImportedTask(name, row.get("text") or row["prompt"], entry, row["code"], passes)
    raise UnknownTaskFormat(
        f"{name}: fields {sorted(row)} are not those of HumanEval, EvalPlus or MBPP"
    )


def _passes_checker(
    entry: str, checker: str, sandbox: Sandbox, source: str, limits: Limits
) -> bool:
    return sandbox.check(source, checker, entry, limits=limits, policy=Policy.PYTHON).passed


class _InputTests:
    """Tests that are inputs; the expected results are those of the file's reference."""

    def __init__(
        self, entry: str, reference: str, inputs: list[list[Any]], tolerance: float
    ) -> None:
        self._entry = entry
        self._reference = reference
        self._tolerance = tolerance
        self._batches = [
            inputs[start : start + _BATCH_SIZE] for start in range(0, len(inputs), _BATCH_SIZE)
        ]
        self._expected: list[list[Any] | None] | None = None

    def __call__(self, sandbox: Sandbox, source: str, limits: Limits) -> bool:
        """Whether `source` agrees with the reference on every input; stops at the first failure."""
        if self._expected is None:
            self._expected = [self._run(sandbox, self._reference, b, LIMITS) for b in self._batches]
        for batch, expected in zip(self._batches, self._expected, strict=True):
            results = self._run(sandbox, source, batch, limits) if expected is not None else None
            if results is None or not same(results, expected, self._tolerance):
                return False
        return True

    def _run(
        self, sandbox: Sandbox, source: str, batch: list[list[Any]], limits: Limits
    ) -> list[Any] | None:
        """The results of a batch, or None if some call returned no result."""
        outcome = sandbox.call(source, self._entry, batch, limits=limits, policy=Policy.PYTHON)
        complete = outcome.status == "ok" and len(outcome.results) == len(batch)
        if not complete or not all(result.ok for result in outcome.results):
            return None
        return [result.value for result in outcome.results]


def _mbpp_entry(code: str, tests: list[str]) -> str:
    """The first function that the tests call and the code defines."""
    defined = {node.name for node in ast.parse(code).body if isinstance(node, ast.FunctionDef)}
    for test in tests:
        for name in _CALLED_NAME.findall(test):
            if name in defined:
                return str(name)
    raise UnknownTaskFormat(f"no test calls a function of the code: {sorted(defined)}")
