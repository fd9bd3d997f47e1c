"""Audit a coding task before it is used: are its tests strong enough?

    with Sandbox() as sandbox:
        report = audit_task(task, sandbox)
        print(report.text())

A task passes if its reference solves every case of the pool within the limits and has the declared
properties; every known wrong solution fails at least `MIN_FAILED_CASES` cases; at least 95 % of the
mutants that are not declared equivalent are killed; and no trivial program passes the hidden cases
of an episode.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from hallmark_rl.sandbox import Limits, SandboxLike
from hallmark_rl.sdk.coding.grading import Grade, grade
from hallmark_rl.sdk.coding.mutate import Mutant, mutants
from hallmark_rl.sdk.coding.task import (
    HIDDEN_FROM_REST,
    HIDDEN_FROM_SMALL,
    MIN_FAILED_CASES,
    SMALL_POOL_SIZE,
    Case,
    CodingTask,
)
from hallmark_rl.sdk.coding.trivial_programs import trivial_programs

MIN_MUTATION_SCORE = 0.95
AUDITED_EPISODES = 6
"""How many episodes trivial programs are tried on."""
MIN_POOL_SIZE = 64
_MUTANT_LIMITS = Limits(wall_s=8.0, cpu_s=0.4)


@dataclass
class AuditReport:
    """The result of an audit.

    Attributes:
        name: The name of the task.
        problems: What is wrong with the task; empty if it passes.
        mutants: The number of mutants of the reference.
        killed: The number of mutants that fail a test, without those declared equivalent.
        equivalent: The number of mutants that the task file declares equivalent.
        caught: The mean probability, over the killed mutants, that the tests of one episode catch
            the mutant (a lower bound); None if it was not computed.
        best_trivial: The largest share of cases that a trivial program passes, and which program.
        survivors: The mutants that pass all tests and are not declared equivalent.
    """

    name: str
    problems: list[str] = field(default_factory=list)
    mutants: int = 0
    killed: int = 0
    equivalent: int = 0
    caught: float | None = None
    best_trivial: tuple[float, str] = (0.0, "")
    survivors: list[Mutant] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether the audit found no problem."""
        return not self.problems

    @property
    def counted(self) -> int:
        """The number of mutants that are not declared equivalent."""
        return self.mutants - self.equivalent

    @property
    def score(self) -> float:
        """The mutation score in [0, 1]: killed mutants by counted mutants; 1 without mutants."""
        return self.killed / self.counted if self.counted else 1.0

    def text(self) -> str:
        """Return the report for the terminal, with surviving mutants as diffs."""
        summary = f"{self.name}: {'passed' if self.passed else 'FAILED'}"
        if self.mutants:
            summary += f", mutation score {self.score:.3f} ({self.killed} of {self.counted} killed,"
            summary += f" {self.equivalent} declared equivalent)"
        if self.caught is not None:
            summary += f", an episode catches a mutant with probability {self.caught:.1%} or more"
        if self.best_trivial[1]:
            share, label = self.best_trivial
            summary += f", {label} passes {share:.0%} of the tests"
        lines = [summary]
        lines += [f"  - {problem}" for problem in self.problems]
        for mutant in self.survivors:
            lines.append("  survivor:")
            lines += [f"    {line}" for line in mutant.diff.splitlines()]
        return "\n".join(lines)


def audit_task(task: CodingTask, sandbox: SandboxLike) -> AuditReport:
    """Audit one task; runs a few dozen programs in `sandbox`.

    Raises:
        NotJudged: The sandbox could not run a program.
    """
    report = AuditReport(task.name)
    _audit_reference(task, sandbox, report)
    if report.problems:
        return report
    _audit_mutants(task, sandbox, report)
    if _audit_wrong_solutions(task, sandbox, report):
        _audit_trivial_programs(task, sandbox, report)
    return report


def catch_probability(on_pool: Grade, visible: Sequence[int]) -> float:
    """Return the probability that the tests of an episode catch a program, as a lower bound.

    Cases chosen because known wrong solutions fail them, and cases drawn for the episode, are left
    out, so the true probability is higher.

    Args:
        on_pool: The grade of the program on the whole pool.
        visible: Indices of the visible cases in the pool; every episode runs them.
    """
    correct = on_pool.correct
    if on_pool.status != "ok" or not (on_pool.keeps_contract and on_pool.is_pure):
        return 1.0
    if not all(correct[index] for index in visible):
        return 1.0
    missed = 1.0
    for part, count in (
        (correct[:SMALL_POOL_SIZE], HIDDEN_FROM_SMALL),
        (correct[SMALL_POOL_SIZE:], HIDDEN_FROM_REST),
    ):
        drawn = min(count, len(part))
        missed *= math.comb(sum(part), drawn) / math.comb(len(part), drawn)
    return 1.0 - missed


def _audit_reference(task: CodingTask, sandbox: SandboxLike, report: AuditReport) -> None:
    cases = task.pool
    if len(cases) < MIN_POOL_SIZE:
        report.problems.append(
            f"inputs() gives only {len(cases)} different inputs, {MIN_POOL_SIZE} are needed: "
            "widen its ranges"
        )
    result = grade(sandbox, task, task.reference, cases)
    if not result.solved:
        pairs = zip(cases, result.correct, strict=True)
        failed: tuple[Case, ...] = tuple(case for case, correct in pairs if not correct)
        arguments = failed[0].args if failed else ""
        report.problems.append(
            f"the reference fails in the sandbox: {result.status} {result.problem} "
            f"contract={result.keeps_contract} pure={result.is_pure} {arguments!r:.200}"
        )
    for name, holds in task.properties.items():
        for case in cases:
            if not holds(case.expected, *case.args):
                report.problems.append(f"property {name} does not hold for {case.args!r:.200}")
                break


def _audit_mutants(task: CodingTask, sandbox: SandboxLike, report: AuditReport) -> None:
    visible = [task.pool.index(case) for case in task.visible_cases]
    every_mutant = mutants(task.reference)
    probabilities = []
    for mutant in every_mutant:
        result = grade(sandbox, task, mutant.source, task.pool, limits=_MUTANT_LIMITS)
        declared_equivalent = mutant.line in task.equivalent_mutants
        if not result.solved:
            report.killed += not declared_equivalent
            if declared_equivalent:
                report.problems.append(f"EQUIVALENT is wrong: a test kills {mutant.line!r}")
            probabilities.append(catch_probability(result, visible))
        elif not declared_equivalent:
            report.survivors.append(mutant)
        report.equivalent += declared_equivalent
    report.mutants = len(every_mutant)
    report.caught = sum(probabilities) / len(probabilities) if probabilities else 1.0
    report.problems += [
        f"EQUIVALENT gives no reason for {line!r}"
        for line, reason in task.equivalent_mutants.items()
        if not reason.strip()
    ]
    stale = set(task.equivalent_mutants) - {mutant.line for mutant in every_mutant}
    if stale:
        report.problems.append(f"EQUIVALENT names no mutant: {sorted(stale)}")
    if report.score < MIN_MUTATION_SCORE:
        report.problems.append(f"mutation score {report.score:.3f} is below {MIN_MUTATION_SCORE}")


def _audit_wrong_solutions(task: CodingTask, sandbox: SandboxLike, report: AuditReport) -> bool:
    """Check that each known wrong solution runs and fails enough cases; whether all of them run."""
    all_run = True
    for label, source in task.wrong_solutions.items():
        result = grade(sandbox, task, source, task.pool, limits=_MUTANT_LIMITS)
        failed = result.correct.count(False)
        if result.status != "ok" or result.problem.startswith("SyntaxError"):
            all_run = False
            report.problems.append(
                f"wrong solution {label!r} does not run: {result.status} {result.problem}"
            )
        elif failed < MIN_FAILED_CASES:
            report.problems.append(
                f"wrong solution {label!r} fails {failed} of {len(task.pool)} tests, "
                f"{MIN_FAILED_CASES} are needed"
            )
    return all_run


def _audit_trivial_programs(task: CodingTask, sandbox: SandboxLike, report: AuditReport) -> None:
    known_cases = random.Random(f"seen {task.name}").sample(task.pool, len(task.pool) // 2)
    episodes = [task.hidden_cases(f"audit {number}") for number in range(AUDITED_EPISODES)]
    all_cases = [case for episode in episodes for case in episode]
    for label, source in trivial_programs(task, known_cases):
        result = grade(sandbox, task, source, all_cases, repeats=0, limits=_MUTANT_LIMITS)
        report.best_trivial = max(report.best_trivial, (result.share, label))
        start = 0
        for episode in episodes:
            if all(result.correct[start : start + len(episode)]):
                report.problems.append(f"trivial program {label!r} solves an episode")
                break
            start += len(episode)
