"""Prove the bank of scorers and print the figures: `python -m tests.defects.scorers [GLOB...]`."""

from __future__ import annotations

import fnmatch
import sys
import tempfile
from pathlib import Path

from tests.defects.scorers.bank import cases, prove_case


def main(patterns: list[str]) -> int:
    """Prove the cases whose id matches a pattern; 1 if one is not judged as it should be."""
    verdicts = []
    for case in cases():
        if not any(fnmatch.fnmatch(case.id, pattern) for pattern in patterns):
            continue
        with tempfile.TemporaryDirectory(prefix="scorer-case-") as folder:
            verdict = prove_case(case, Path(folder))
        verdicts.append(verdict)
        word = "ok" if verdict.right else ("MISSED" if case.by else "FALSE ALARM")
        others = [name for name in verdict.findings if name not in case.by]
        print(f"{word:11} {case.id} ({verdict.seconds:.1f} s) also: {', '.join(others) or '-'}")
        if not verdict.right or "-v" in sys.argv:
            for name, message in verdict.findings.items():
                print(f"    {name}: {message[:300]}")
        if not case.by and verdict.unproved:
            print(f"    unproved: {', '.join(verdict.unproved)}")
        sys.stdout.flush()
    defects = [verdict for verdict in verdicts if verdict.case.by]
    sound = [verdict for verdict in verdicts if not verdict.case.by]
    print(f"defects reported by a property that names the cause: "
          f"{sum(v.caught for v in defects)} of {len(defects)}")  # fmt: skip
    print(f"defects reported at all: {sum(bool(v.findings) for v in defects)} of {len(defects)}")
    print(f"sound scorers with a false alarm: {sum(not v.right for v in sound)} of {len(sound)}")
    return 0 if all(verdict.right for verdict in verdicts) else 1


if __name__ == "__main__":
    sys.exit(main([word for word in sys.argv[1:] if word != "-v"] or ["*"]))
