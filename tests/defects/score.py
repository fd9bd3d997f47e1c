"""Compare the failed properties of each case with the expected ones.

Outcomes of a defect: ``caught`` (an expected property failed), ``elsewhere`` (only another property
failed), ``missed`` (none failed), ``known miss`` (none failed, and the bank says why none can).
Outcomes of a sound environment: ``quiet`` and ``false alarm``. Outcomes of a vacuous environment:
``honest``, and ``vacuous pass`` (a property passed that depends on accepted steps, or none of the
expected ones failed). ``trouble``: the run has no result.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from hallmark_rl.conformance.catalogue import catalogue
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
        elif set(alarms) & set(case.expected):
            outcome = "caught"
        elif alarms:
            outcome = "elsewhere"
        else:
            outcome = "known miss" if case.undecidable else "missed"
    return Score(case, result, "trouble" if result.trouble else outcome, alarms)


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
