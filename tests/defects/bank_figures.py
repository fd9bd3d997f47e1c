"""Prove the cases of a bank whose defects name their properties, and print the figures."""

from __future__ import annotations

import fnmatch
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from hallmark_rl.conformance.reporting import Row

ALARMS = ("broken", "error", "flaky", "suspicion", "should")
"""The verdicts of a property that reports something."""


@dataclass(frozen=True)
class Judged:
    """A case: its name, the properties that name its defect (none for a sound one), its rows."""

    id: str
    by: Sequence[str]
    prove: Callable[[], Mapping[str, Row]]


def print_figures(
    cases: Iterable[Judged], patterns: Sequence[str], what: str, alarms: Sequence[str] = ALARMS
) -> int:
    """Prove the cases whose id matches a pattern; 1 if one is not judged as it should be.

    Args:
        cases: the bank.
        patterns: globs of ids.
        what: what the sound cases are, in the plural.
        alarms: the verdicts that a sound case must not have.
    """
    defects = caught = sound = quiet = 0
    for case in cases:
        if not any(fnmatch.fnmatch(case.id, pattern) for pattern in patterns):
            continue
        rows = case.prove()
        found = {name: row for name, row in rows.items() if row.verdict in alarms}
        named = any(rows[name].verdict in ALARMS for name in case.by)
        is_right = named if case.by else not found
        defects, caught = defects + bool(case.by), caught + bool(case.by and is_right)
        sound, quiet = sound + (not case.by), quiet + (not case.by and is_right)
        word = "ok" if is_right else ("MISSED" if case.by else "FALSE ALARM")
        others = [name for name in found if name not in case.by]
        print(f"{word:11} {case.id} also: {', '.join(others) or '-'}", flush=True)
        if not is_right:
            for name, row in found.items():
                print(f"    {name}: {row.verdict}: {row.message[:300]}")
            for name in case.by:
                print(f"    {name}: {rows[name].verdict}: {rows[name].message[:300]}")
    print(f"defects reported by a property that names the cause: {caught} of {defects}")
    print(f"sound {what} without an alarm: {quiet} of {sound}")
    return 0 if caught == defects and quiet == sound else 1
