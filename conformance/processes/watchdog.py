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
_monotonic, _cpu_seconds = time.monotonic, time.process_time
# Bound here because checks of clocks replace the function


@dataclass
class CallInProgress:
    """The call on the environment that this process makes, and when it began.

    Attributes:
        name: the method and its argument as text; empty between calls.
        since: value of `time.monotonic` at the beginning.
        longest: seconds of the longest call that has returned.
    """

    name: str = ""
    since: float = 0.0
    longest: float = 0.0


IN_PROGRESS = CallInProgress()
"""One per process: a process checks one property."""


def hang_seconds() -> float:
    """Seconds after which a call counts as hanging: more where calls have taken long before."""
    return max(HANG_SECONDS, 3 * IN_PROGRESS.longest)


def exit_after(
    seconds: float,
    report: Callable[[str, float], Any],
    *,
    hangs_from: float | None = None,
    extend: bool = False,
) -> None:
    """After `seconds`, call `report` with the call in progress and its duration, then exit.

    The name is empty and the duration 0.0 between calls. A daemon thread waits; the process exits
    with status 0 whatever the main thread does.

    Args:
        seconds: after which the process ends.
        report: called with the call in progress and its duration.
        hangs_from: seconds from which on a call that hangs has the same effect; None for never.
        extend: wait twice as long if the process got the CPU for less than half of `seconds` and
            no call hangs: the machine is busy.
    """

    def wait() -> None:
        began = _monotonic()
        ends = began + seconds
        hangs = ends if hangs_from is None else began + hangs_from
        may_extend = extend
        while True:
            now = _monotonic()
            if now >= min(ends, hangs) and _call_hangs(now):
                break
            if now >= ends:
                if not may_extend or _cpu_seconds() >= 0.5 * seconds:
                    break
                may_extend, ends = False, ends + seconds
            pause = hangs - now if now < hangs else 0.5
            threading.Event().wait(max(0.05, min(pause, ends - now)))
        name, since = IN_PROGRESS.name, IN_PROGRESS.since
        report(name, _monotonic() - since if name else 0.0)
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def _call_hangs(now: float) -> bool:
    """Whether the call in progress has lasted longer than `hang_seconds`."""
    name, since = IN_PROGRESS.name, IN_PROGRESS.since
    return bool(name) and now - since > hang_seconds()
