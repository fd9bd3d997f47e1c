"""Tell a call that hangs from a check that merely takes long, before the deadline kills both."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

_monotonic = time.monotonic


@dataclass
class CallInProgress:
    """The call on the environment that this process is in, and since when."""

    name: str = ""
    since: float = 0.0


IN_PROGRESS = CallInProgress()
"""One per process: a process checks one property."""


def watch(seconds: float, report: Callable[[str, float], Any]) -> None:
    """After `seconds`, give `report` the call in progress and how long it has lasted, and leave.

    `report` writes the result; this process then ends, whatever the main thread does.
    """

    def wait() -> None:
        ends = _monotonic() + seconds
        while _monotonic() < ends:
            threading.Event().wait(max(0.05, ends - _monotonic()))
        name, since = IN_PROGRESS.name, IN_PROGRESS.since
        report(name, _monotonic() - since if name else 0.0)
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()
