"""Audit a planted trace and count: cheats disputed, and earned pay that is disputed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from hallmark_rl.conformance.scorers.scorer_declarations import read_declarations
from hallmark_rl.conformance.scorers.scorer_spec import find_scorer
from hallmark_rl.conformance.scorers.scorer_tasks import read_tasks
from hallmark_rl.conformance.traces.audit_run import audit_files
from hallmark_rl.conformance.traces.audit_summary import AuditSummary
from hallmark_rl.conformance.traces.episode_audit import AuditRules, EpisodeAuditor
from hallmark_rl.conformance.traces.rescoring import ScorerRescoring
from hallmark_rl.conformance.traces.task_index import TaskIndex
from hallmark_rl.conformance.traces.trace_formats import FieldNames
from tests.defects.scorers.bank import Case
from tests.defects.traces.planting import Planted, plant, write_trace


@dataclass
class Counts:
    """What an audit said about planted traces.

    Attributes:
        cheats, found: unearned pay by the kind of cheat, and how much of it is disputed.
        earned, wrongly: how many episodes earned their pay, and how many of them are disputed.
        examples: ground, text and reason of some of the latter.
        missed: kind and text of some cheats that are not disputed.
    """

    cheats: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    earned: int = 0
    wrongly: int = 0
    examples: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)

    def add(self, other: Counts) -> None:
        """Add the counts of another trace."""
        self.cheats += other.cheats
        self.found += other.found
        self.earned += other.earned
        self.wrongly += other.wrongly
        self.examples += other.examples
        self.missed += other.missed

    @property
    def recall(self) -> float:
        """The share of unearned pay that is disputed."""
        return self.found.total() / max(1, self.cheats.total())

    @property
    def precision(self) -> float:
        """The share of the disputed pay that is unearned."""
        return self.found.total() / max(1, self.found.total() + self.wrongly)


def audit_case(
    case: Case, folder: Path, seed: int = 0, *, rescored: bool = True
) -> tuple[Counts, AuditSummary]:
    """Plant a trace for a case and audit it, with its own defective scorer or with none."""
    planted = plant(case, folder, seed)
    trace = folder / "trace.jsonl"
    write_trace(planted, trace)
    module = folder / f"{case.id.replace('-', '_')}.py"
    rescorer = ScorerRescoring(find_scorer(f"scorer:{module}:score"))
    try:
        declared = read_declarations(rescorer.declared)
        index = TaskIndex(read_tasks(folder / "sound" / "tasks.jsonl"), declared)
        auditor = EpisodeAuditor(AuditRules(declared), index, rescorer if rescored else None)
        summary = audit_files([trace], auditor, FieldNames(), folder / "log", {})
    finally:
        rescorer.close()
    return _counts(case, planted, summary), summary


def _counts(case: Case, planted: Planted, summary: AuditSummary) -> Counts:
    disputed = {item.line: item for _, item in summary.disputed}
    counts = Counts()
    for line, (cheat, is_earned) in enumerate(zip(planted.cheats, planted.earned, strict=True), 1):
        if cheat:
            counts.cheats[cheat] += 1
            counts.found[cheat] += line in disputed
            if line not in disputed:
                counts.missed.append(f"{case.id}: {cheat}: {str(planted.records[line - 1])[:400]}")
        elif is_earned:
            counts.earned += 1
            counts.wrongly += line in disputed
            if line in disputed:
                item = disputed[line]
                counts.examples.append(f"{case.id}: {item.disputes}: {item.shown!r}")
    return counts
