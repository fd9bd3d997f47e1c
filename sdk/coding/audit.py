"""Prove a coding task before it is used.

    with Sandbox() as sandbox:
        report = audit(task, sandbox)
        print(report.text())

An audit passes when the reference solves every test inside its limits and has the declared
properties, every known-wrong solution is caught, at least 95 % of the mutants that are no faults in
disguise are caught, and no trivial cheat solves an episode.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from hallmark_rl.sandbox import Limits
from hallmark_rl.sdk.coding.grading import Runner, Verdict, judge
from hallmark_rl.sdk.coding.mutate import Mutant, mutants
from hallmark_rl.sdk.coding.task import FROM_REST, FROM_SMALL, SMALL, Case, CodingTask
from hallmark_rl.sdk.coding.trivial_programs import cheats

REQUIRED_SCORE = 0.95
EPISODES = 6
LEAST_INPUTS = 64
LEAST_SHARP = 3
"""A known-wrong solution has to fail this many of the pool; every episode runs two of them."""
_MUTANT_LIMITS = Limits(wall_s=8.0, cpu_s=0.4)


@dataclass
class AuditReport:
    """What an audit has found; `problems` is empty for a task that passes."""

    name: str
    problems: list[str] = field(default_factory=list)
    mutants: int = 0
    killed: int = 0
    excused: int = 0
    caught: float | None = None
    """Mean share of episodes in which a mutant that can be caught is caught."""
    cheat: tuple[float, str] = (0.0, "")
    """The largest share of tests that a program without a solution gets right, and which it is."""
    survivors: list[Mutant] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether the task may be used."""
        return not self.problems

    @property
    def score(self) -> float:
        """Killed mutants, of those that are not argued to be equivalent."""
        counted = self.mutants - self.excused
        return self.killed / counted if counted else 1.0

    def text(self) -> str:
        """The report as a person reads it; survivors as diffs."""
        head = "passed" if self.passed else "FAILED"
        counted = self.mutants - self.excused
        first = f"{self.name}: {head}"
        if self.mutants:
            first += f", mutation score {self.score:.3f} ({self.killed} of {counted} killed,"
            first += f" {self.excused} argued equivalent)"
        if self.caught is not None:
            first += f", an episode catches at least {self.caught:.1%}"
        if self.cheat[1]:
            first += f", {self.cheat[1]} is right on {self.cheat[0]:.0%} of the tests"
        lines = [first]
        lines += [f"  - {problem}" for problem in self.problems]
        for mutant in self.survivors:
            lines.append("  survivor:")
            lines += [f"    {line}" for line in mutant.diff.splitlines()]
        return "\n".join(lines)


def audit(task: CodingTask, runner: Runner) -> AuditReport:
    """Audit one task; runs a few dozen programs."""
    report = AuditReport(task.name)
    cases = task.pool
    visible = [cases.index(case) for case in task.visible]
    _reference(task, runner, cases, report)
    if report.problems:
        return report
    _mutants(task, runner, visible, report)
    if _wrong(task, runner, report):
        _cheats(task, runner, report)
    return report


def _wrong(task: CodingTask, runner: Runner, report: AuditReport) -> bool:
    """Every known-wrong solution is caught for being wrong; returns whether all of them run."""
    running = True
    for label, source in task.wrong.items():
        verdict = judge(runner, task, source, task.pool, limits=_MUTANT_LIMITS)
        failed = verdict.right.count(False)
        if verdict.status != "ok" or verdict.problem.startswith("SyntaxError"):
            running = False
            report.problems.append(
                f"wrong solution {label!r} does not run: {verdict.status} {verdict.problem}"
            )
        elif failed < LEAST_SHARP:
            report.problems.append(
                f"wrong solution {label!r} fails {failed} of {len(task.pool)} tests only"
            )
    return running


def episode_chance(verdict: Verdict, visible: Sequence[int]) -> float:
    """The chance that an episode catches a program with this verdict on the whole pool.

    `visible` are the places of the visible tests, which every episode runs. Tests chosen for the
    known-wrong solutions and freshly drawn ones are left out, so the true chance is higher.
    """
    right = verdict.right
    if verdict.status != "ok" or not (verdict.contract and verdict.pure):
        return 1.0
    if not all(right[at] for at in visible):
        return 1.0
    missed = 1.0
    for part, count in ((right[:SMALL], FROM_SMALL), (right[SMALL:], FROM_REST)):
        taken = min(count, len(part))
        missed *= math.comb(sum(part), taken) / math.comb(len(part), taken)
    return 1.0 - missed


def _reference(
    task: CodingTask, runner: Runner, cases: Sequence[Case], report: AuditReport
) -> None:
    if len(cases) < LEAST_INPUTS:
        report.problems.append(f"inputs() knows only {len(cases)} different inputs: widen it")
    verdict = judge(runner, task, task.reference, cases)
    if not verdict.solved:
        bad = next((c.args for c, right in zip(cases, verdict.right, strict=True) if not right), "")
        report.problems.append(
            f"the reference fails in the sandbox: {verdict.status} {verdict.problem} "
            f"contract={verdict.contract} pure={verdict.pure} {bad!r:.200}"
        )
    for name, holds in task.properties.items():
        for case in cases:
            if not holds(case.expected, *case.args):
                report.problems.append(f"property {name} does not hold for {case.args!r:.200}")
                break


def _mutants(task: CodingTask, runner: Runner, visible: Sequence[int], report: AuditReport) -> None:
    found = mutants(task.reference)
    chances = []
    lines = set()
    for mutant in found:
        verdict = judge(runner, task, mutant.source, task.pool, limits=_MUTANT_LIMITS)
        lines.add(mutant.line)
        argued = mutant.line in task.equivalent
        if not verdict.solved:
            report.killed += not argued
            if argued:
                report.problems.append(f"EQUIVALENT is wrong: a test kills {mutant.line!r}")
            chances.append(episode_chance(verdict, visible))
        elif not argued:
            report.survivors.append(mutant)
        report.excused += argued
    report.mutants = len(found)
    report.caught = sum(chances) / len(chances) if chances else 1.0
    report.problems += [
        f"EQUIVALENT gives no reason for {line!r}"
        for line, why in task.equivalent.items()
        if not why.strip()
    ]
    stale = set(task.equivalent) - lines
    if stale:
        report.problems.append(f"EQUIVALENT names no mutant: {sorted(stale)}")
    if report.score < REQUIRED_SCORE:
        report.problems.append(f"mutation score {report.score:.3f} is below {REQUIRED_SCORE}")


def _cheats(task: CodingTask, runner: Runner, report: AuditReport) -> None:
    seen = random.Random(f"seen {task.name}").sample(task.pool, len(task.pool) // 2)
    episodes = [task.hidden(f"audit {number}") for number in range(EPISODES)]
    together = [case for episode in episodes for case in episode]
    for label, source in cheats(task, seen):
        right = judge(runner, task, source, together, repeats=0, limits=_MUTANT_LIMITS).right
        report.cheat = max(report.cheat, (sum(right) / len(right), label))
        at = 0
        for episode in episodes:
            if all(right[at : at + len(episode)]):
                report.problems.append(f"cheat {label!r} solves an episode")
                break
            at += len(episode)
