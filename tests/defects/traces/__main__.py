"""Measure the audit on planted traces: `python -m tests.defects.traces [GLOB...] [-v]`."""

from __future__ import annotations

import fnmatch
import sys
import tempfile
from pathlib import Path

from tests.defects.scorers.bank import cases
from tests.defects.traces.measure import Counts, audit_case


def main(patterns: list[str], *, verbose: bool) -> int:
    """Audit a trace of each case, with its own scorer and without one, and print the figures."""
    for rescored in (True, False):
        total, traces, reported = Counts(), 0, 0
        for case in cases():
            if any(fnmatch.fnmatch(case.id, pattern) for pattern in patterns):
                with tempfile.TemporaryDirectory(prefix="planted-") as folder:
                    counts, summary = audit_case(case, Path(folder), rescored=rescored)
                total.add(counts)
                traces += 1
                reported += summary.trend.is_reported
        how = "scored again by the defective scorer" if rescored else "by the right answers alone"
        print(f"\n{how}: {traces} traces, recall {total.recall:.1%}, "
              f"precision {total.precision:.1%}")  # fmt: skip
        print(f"  disputed: {total.found.total()} of {total.cheats.total()} unearned, "
              f"{total.wrongly} of {total.earned} earned; trends: {reported}")  # fmt: skip
        for kind, count in total.cheats.most_common():
            print(f"  {kind:16}{total.found[kind]:6} of {count}")
        if verbose:
            print("\n".join([*total.examples[:60], "missed:", *total.missed]))
    return 0


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "-v"]
    sys.exit(main(words or ["*"], verbose="-v" in sys.argv))
