"""Remove a temporary folder that processes which are just ending may still write into."""

from __future__ import annotations

import contextlib
import tempfile
import time
from pathlib import Path

_SECONDS = 3.0
_PAUSE = 0.05


def remove_scratch(folder: tempfile.TemporaryDirectory[str]) -> None:
    """Remove `folder` and what is in it.

    A killed process finishes the system call that it is in, and the forks of a fork server end
    only after it. A file that appears meanwhile makes the removal fail, so it is tried again for
    up to three seconds. What cannot be removed then, stays.
    """
    ends = time.monotonic() + _SECONDS
    while True:
        with contextlib.suppress(OSError):
            folder.cleanup()
        if not Path(folder.name).exists() or time.monotonic() > ends:
            return
        time.sleep(_PAUSE)
