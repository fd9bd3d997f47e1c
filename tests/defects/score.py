"""Compare the failed properties of each case with the expected ones.

Outcomes of a defect: ``caught`` (an expected property failed that holds on the sound original),
``elsewhere`` (only another property failed), ``missed`` (none failed), ``known miss`` (none failed,
and the bank says why none can). Outcomes of a sound environment: ``quiet`` and ``false alarm``.
Outcomes of a vacuous environment: ``honest``, and ``vacuous pass`` (a property passed that depends
on accepted steps, or none of the expected ones failed). ``trouble``: the run has no result.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from hallmark_rl.conformance.catalogue import CHAPTERS, all_properties, catalogue
from tests.defects.cases import Case
from tests.defects.prove import CaseResult

Outcome = Literal[
    "caught",
    "elsewhere",
    "missed",
    "known miss",
    "quiet",
    "false alarm",
    "honest",
    "vacuous pass",
    "trouble",
]
AS_EXPECTED = ("caught", "known miss", "quiet", "honest")
COLUMNS = (
    "cases",
    "own",
    "other",
    "advice",
    "elsewhere",
    "missed",
    "known miss",
    "trouble",
)
"""What is counted for each chapter. ``own`` and ``other`` are the parts of ``caught``: the first
expected property failed, or only another one; ``advice``: of these no MUST failed."""


@dataclass(frozen=True)
class Score:
    """One case, its outcome, and the failed properties that count (``alarms``)."""

    case: Case
    result: CaseResult
    outcome: Outcome
    alarms: tuple[str, ...]


def failures_of_sound(
    cases: Iterable[Case], results: Mapping[str, CaseResult]
) -> dict[str, set[str]]:
    """Properties that fail on the sound original of each folder; for a defect they do not count."""
    failed: dict[str, set[str]] = {}
    for case in cases:
        if case.kind == "sound" and case.id == case.folder.name and case.id in results:
            failed[case.folder.name] = set(results[case.id].failed)
    return failed


def score_case(case: Case, result: CaseResult, known: Mapping[str, set[str]]) -> Score:
    """Compare what failed with what should fail; `known` holds what fails on sound originals."""
    if case.kind == "sound":
        alarms = tuple(name for name in result.failed if name not in case.tolerated)
        outcome: Outcome = "false alarm" if alarms else "quiet"
    elif case.kind == "vacuous":
        dependent = set() if case.accepts else depends_on_acceptance(case)
        alarms = tuple(name for name in result.held if name in dependent)
        found = not case.expected or set(case.expected) & set(result.failed)
        outcome = "vacuous pass" if alarms or not found else "honest"
    else:
        background = known.get(case.folder.name, set())
        alarms = tuple(name for name in result.failed if name not in background)
        if case.kind == "mutant":
            outcome = "caught" if alarms else "missed"
        else:
            outcome = outcome_of_defect(case.expected, alarms)
            if outcome == "missed" and case.undecidable:
                outcome = "known miss"
    return Score(case, result, "trouble" if result.trouble else outcome, alarms)


def outcome_of_defect(
    expected: Sequence[str], alarms: Collection[str]
) -> Literal["caught", "elsewhere", "missed"]:
    """What the failed properties say about a defect that `expected` name."""
    if set(expected) & set(alarms):
        return "caught"
    return "elsewhere" if alarms else "missed"


def parts_of_caught(expected: Sequence[str], alarms: Collection[str]) -> list[str]:
    """Which of ``COLUMNS`` a defect counts for that was caught."""
    named = [name for name in expected if name in alarms]
    parts = [COLUMNS[1] if named[0] == expected[0] else COLUMNS[2]]
    if all(all_properties()[name].level != "MUST" for name in named):
        parts.append(COLUMNS[3])
    return parts


def count_chapters(scores: Iterable[Score]) -> dict[str, Counter[str]]:
    """For each chapter that has defects, in the catalogue's order, the number in each column."""
    counts: dict[str, Counter[str]] = {chapter: Counter() for chapter in CHAPTERS}
    for score in scores:
        if score.case.kind == "defect":
            parts = (
                parts_of_caught(score.case.expected, score.alarms)
                if score.outcome == "caught"
                else [score.outcome]
            )
            counts[score.case.chapter].update(["cases", *parts])
    return {chapter: row for chapter, row in counts.items() if row}


def is_as_expected(score: Score) -> bool:
    """Whether the case needs no attention; of mutants, nothing is expected."""
    return score.outcome in AS_EXPECTED or (
        score.case.kind == "mutant" and score.outcome != "trouble"
    )


def depends_on_acceptance(case: Case) -> set[str]:
    """Properties that must not pass where no action is accepted; the oracle's with a proof."""
    needs = {"accepted_steps"} | (set() if "proof.py" in case.without else {"accepted_solutions"})
    names = {entry.id for entry in catalogue().values() if needs & set(entry.needs)}
    return names | {"contract.actions_accepted"}


def count_outcomes(scores: Iterable[Score]) -> dict[str, dict[str, int]]:
    """The number of cases by kind and outcome."""
    counts: dict[str, dict[str, int]] = {}
    for score in scores:
        row = counts.setdefault(score.case.kind, {})
        row[score.outcome] = row.get(score.outcome, 0) + 1
    return counts
