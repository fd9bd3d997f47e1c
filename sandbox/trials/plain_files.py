"""Read files that a hostile process may have made."""

from __future__ import annotations

import os
import stat
from pathlib import Path

_LARGEST = 1 << 16
"""Bytes of a file that are read."""


def read_plain(path: Path) -> str | None:
    """The start of a regular file; None for anything else, links and pipes included."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            return None
        return os.read(handle, _LARGEST).decode("utf-8", "replace")
    except OSError:
        return None
    finally:
        os.close(handle)
