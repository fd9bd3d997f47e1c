"""Prove the bank and print the figures: `python -m tests.defects.gyms [GLOB...]`."""

from __future__ import annotations

import fnmatch
import sys

from tests.defects.gyms.bank import cases, prove_case

_ALARMS = ("broken", "error", "flaky", "suspicion", "should")


def main(patterns: list[str]) -> int:
    """Prove the cases whose id matches a pattern; 1 if one is not judged as it should be."""
    defects = caught = sound = quiet = 0
    for case in cases():
        if not any(fnmatch.fnmatch(case.id, pattern) for pattern in patterns):
            continue
        rows = prove_case(case)
        found = {name: row for name, row in rows.items() if row.verdict in _ALARMS}
        is_right = any(name in found for name in case.by) if case.by else not found
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
    print(f"sound environments without an alarm: {quiet} of {sound}")
    return 0 if caught == defects and quiet == sound else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["*"]))
