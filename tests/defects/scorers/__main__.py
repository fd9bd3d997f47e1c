"""Prove the bank of scorers: `python -m tests.defects.scorers [--named] [GLOB...]`."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from hallmark_rl.conformance.reporting import Row
from tests.defects.bank_figures import Judged, print_figures, read_arguments
from tests.defects.scorers.bank import Case, cases, prove_rows


def main(arguments: Sequence[str]) -> int:
    """Prove the cases whose id matches a pattern; 1 if one is not judged as it should be."""
    patterns, named = read_arguments(arguments, "scorers")
    judged = [
        Judged(case.id, case.by, partial(_prove_in_own_folder, case, case.by if named else ()))
        for case in cases()
    ]
    return print_figures(judged, patterns, "scorers")


def _prove_in_own_folder(case: Case, only: Sequence[str]) -> dict[str, Row]:
    with tempfile.TemporaryDirectory(prefix="scorer-case-") as folder:
        return prove_rows(case, Path(folder), only=only)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
