"""Prove the cases of a bank whose defects name their properties, and print the figures."""

from __future__ import annotations

import argparse
import fnmatch
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from hallmark_rl.conformance.reporting import Row
from tests.defects.score import COLUMNS, outcome_of_defect, parts_of_caught

REPORTED = ("broken", "suspicion", "should")
"""The verdicts of a property that reports a defect."""
ALARMS = (*REPORTED, "error", "flaky")
"""The verdicts that a sound case must not have."""
WORDS = {"caught": "ok", "elsewhere": "ELSEWHERE", "missed": "MISSED"}


@dataclass(frozen=True)
class Judged:
    """A case: its name, the properties that name its defect (none for a sound one), its rows.

    The first of the properties is the one whose rule the defect breaks.
    """

    id: str
    by: Sequence[str]
    prove: Callable[[], Mapping[str, Row]]


def read_arguments(arguments: Sequence[str], what: str) -> tuple[list[str], bool]:
    """The globs of a command line, all cases if it has none, and whether it has `--named`."""
    parser = argparse.ArgumentParser(description=f"Prove the bank of {what}, print the figures.")
    parser.add_argument("patterns", nargs="*", metavar="GLOB", help="ids of the cases: all")
    parser.add_argument(
        "--named",
        action="store_true",
        help="check a defect by the properties that name it only; sound ones by all",
    )
    given = parser.parse_args(arguments)
    return given.patterns or ["*"], given.named


def print_figures(
    cases: Iterable[Judged], patterns: Sequence[str], what: str, alarms: Sequence[str] = ALARMS
) -> int:
    """Prove the cases whose id matches a pattern; 1 if one is not judged as it should be.

    A defect is judged as it should be if a property that names it reports it.

    Args:
        cases: the bank.
        patterns: globs of ids.
        what: what the sound cases are, in the plural.
        alarms: the verdicts that a sound case must not have.
    """
    defects = Counter[str]()
    sound = quiet = 0
    for case in cases:
        if not any(fnmatch.fnmatch(case.id, pattern) for pattern in patterns):
            continue
        rows = case.prove()
        verdicts = REPORTED if case.by else alarms
        found = [name for name, row in rows.items() if row.verdict in verdicts]
        if case.by:
            outcome = outcome_of_defect(case.by, found)
            parts = parts_of_caught(case.by, found) if outcome == "caught" else []
            defects.update(["cases", outcome, *parts])
            word = WORDS[outcome]
        else:
            sound, quiet = sound + 1, quiet + (not found)
            word = "FALSE ALARM" if found else "ok"
        others = [name for name in found if name not in case.by]
        print(f"{word:11} {case.id} also: {', '.join(others) or '-'}", flush=True)
        if word != "ok":
            for name in [*case.by, *others]:
                print(f"    {name}: {rows[name].verdict}: {rows[name].message[:300]}")
    print(f"defects reported by a property that names the cause: {defects['caught']} of "
          f"{defects['cases']}")  # fmt: skip
    for column in (*COLUMNS[1:4], "elsewhere", "missed"):
        print(f"    {column}: {defects[column]}")
    print(f"sound {what} without an alarm: {quiet} of {sound}")
    return 0 if defects["caught"] == defects["cases"] and quiet == sound else 1
