"""Turn verdicts into caught, missed, caught elsewhere and false alarms."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from tests.defects.cases import Case
from tests.defects.prove import Verdict

Outcome = Literal["caught", "elsewhere", "missed", "known miss", "quiet", "false alarm", "trouble"]


@dataclass(frozen=True)
class Score:
    """One case and what became of it."""

    case: Case
    verdict: Verdict
    outcome: Outcome
    alarms: tuple[str, ...]


def noise(cases: Iterable[Case], verdicts: Mapping[str, Verdict]) -> dict[str, set[str]]:
    """What fails on each folder already when it is sound; it proves nothing about a defect."""
    found: dict[str, set[str]] = {}
    for case in cases:
        if case.kind == "sound" and case.id == case.folder.name and case.id in verdicts:
            found[case.folder.name] = set(verdicts[case.id].failed)
    return found


def judge(case: Case, verdict: Verdict, known: Mapping[str, set[str]]) -> Score:
    """Compare what failed with what should have."""
    if case.kind == "sound":
        alarms = tuple(name for name in verdict.failed if name not in case.tolerated)
        outcome: Outcome = "false alarm" if alarms else "quiet"
    else:
        background = known.get(case.folder.name, set())
        alarms = tuple(name for name in verdict.failed if name not in background)
        if case.kind == "mutant":
            outcome = "caught" if alarms else "missed"
        elif set(alarms) & set(case.expected):
            outcome = "caught"
        elif alarms:
            outcome = "elsewhere"
        else:
            outcome = "known miss" if case.undecidable else "missed"
    return Score(case, verdict, "trouble" if verdict.trouble else outcome, alarms)


def tally(scores: Iterable[Score]) -> dict[str, dict[str, int]]:
    """How many of each kind came to what."""
    counts: dict[str, dict[str, int]] = {}
    for score in scores:
        row = counts.setdefault(score.case.kind, {})
        row[score.outcome] = row.get(score.outcome, 0) + 1
    return counts
