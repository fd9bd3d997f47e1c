"""Prove the bank and print the figures: `python -m tests.defects.gyms [GLOB...]`."""

from __future__ import annotations

import sys
from functools import partial

from tests.defects.bank_figures import Judged, print_figures
from tests.defects.gyms.bank import cases, prove_case


def main(patterns: list[str]) -> int:
    """Prove the cases whose id matches a pattern; 1 if one is not judged as it should be."""
    judged = [Judged(case.id, case.by, partial(prove_case, case)) for case in cases()]
    return print_figures(judged, patterns, "environments")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["*"]))
