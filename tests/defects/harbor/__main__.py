"""Prove the bank and print the figures: `python -m tests.defects.harbor [GLOB...]`."""

from __future__ import annotations

import sys

from tests.defects.bank_figures import ALARMS, print_figures
from tests.defects.harbor.bank import cases

if __name__ == "__main__":
    alarms = (*ALARMS, "unproved")
    sys.exit(print_figures(cases(), sys.argv[1:] or ["*"], "tasks", alarms))
