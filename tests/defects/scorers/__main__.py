"""Prove the bank of scorers and print the figures: `python -m tests.defects.scorers [GLOB...]`."""

from __future__ import annotations

import sys
import tempfile
from functools import partial
from pathlib import Path

from hallmark_rl.conformance.reporting import Row
from tests.defects.bank_figures import Judged, print_figures
from tests.defects.scorers.bank import Case, cases, prove_rows


def main(patterns: list[str]) -> int:
    """Prove the cases whose id matches a pattern; 1 if one is not judged as it should be."""
    judged = [Judged(case.id, case.by, partial(_prove_in_own_folder, case)) for case in cases()]
    return print_figures(judged, patterns, "scorers")


def _prove_in_own_folder(case: Case) -> dict[str, Row]:
    with tempfile.TemporaryDirectory(prefix="scorer-case-") as folder:
        return prove_rows(case, Path(folder))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["*"]))
