"""Which language a program may use."""

from __future__ import annotations

from enum import StrEnum


class Policy(StrEnum):
    """`restricted` (the default): RestrictedPython with our rules. `python`: all of Python."""

    RESTRICTED = "restricted"
    PYTHON = "python"
