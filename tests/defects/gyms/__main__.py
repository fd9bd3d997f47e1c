"""Prove the bank and print the figures: `python -m tests.defects.gyms [--named] [GLOB...]`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial

from tests.defects.bank_figures import Judged, print_figures, read_arguments
from tests.defects.gyms.bank import cases, prove_case


def main(arguments: Sequence[str]) -> int:
    """Prove the cases whose id matches a pattern; 1 if one is not judged as it should be."""
    patterns, named = read_arguments(arguments, "environments")
    judged = [
        Judged(case.id, case.by, partial(prove_case, case, only=case.by if named else ()))
        for case in cases()
    ]
    return print_figures(judged, patterns, "environments")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
