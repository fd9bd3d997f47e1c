"""End a process shortly before its deadline, and report the call in which it hangs."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

HANG_SECONDS = 8.0
"""Seconds after which a call that has not returned is reported as hanging, not as slow."""
_monotonic = time.monotonic  # bound here because checks of clocks replace the function


@dataclass
class CallInProgress:
    """The call on the environment that this process makes, and when it began.

    Attributes:
        name: the method and its argument as text; empty between calls.
        since: value of `time.monotonic` at the beginning.
    """

    name: str = ""
    since: float = 0.0


IN_PROGRESS = CallInProgress()
"""One per process: a process checks one property."""


def exit_after(seconds: float, report: Callable[[str, float], Any]) -> None:
    """After `seconds`, call `report` with the call in progress and its duration, then exit.

    The name is empty and the duration 0.0 between calls. A daemon thread waits; the process exits
    with status 0 whatever the main thread does.
    """

    def wait() -> None:
        ends = _monotonic() + seconds
        while _monotonic() < ends:
            threading.Event().wait(max(0.05, ends - _monotonic()))
        name, since = IN_PROGRESS.name, IN_PROGRESS.since
        report(name, _monotonic() - since if name else 0.0)
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()
