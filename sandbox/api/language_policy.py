"""Which language a program may use."""

from __future__ import annotations

from enum import StrEnum


class Policy(StrEnum):
    """Which language a program may use; the value of a member is its name in lower case.

    - `restricted`, the default: RestrictedPython with the rules of `sandbox/policy/`. A program
      that breaks a rule is refused before it runs (status `forbidden`), or gets an error when it
      reaches the place.
    - `python`: all of Python. Only the isolation of the process confines the program, and what the
      program reports about itself may be falsified.

    `Policy(name)` raises `ValueError` for any other name.
    """

    RESTRICTED = "restricted"
    PYTHON = "python"


PACKAGES_WITH_RULES = frozenset({"numpy"})
"""The packages that programs under `restricted` can import, if the sandbox loads them."""
