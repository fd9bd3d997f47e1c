"""What callers choose by its name: the language of a run, and the isolation they require."""

from __future__ import annotations

from enum import StrEnum

LEVELS = ("process", "filtered", "kernel")


class Policy(StrEnum):
    """Which language a program may use: `restricted` is the default, `python` is all of it."""

    RESTRICTED = "restricted"
    PYTHON = "python"
