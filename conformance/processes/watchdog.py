"""End a process shortly before its deadline, and report the call in which it hangs."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
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
        allowed: seconds that a step may take, as the author declares.
    """

    name: str = ""
    since: float = 0.0
    longest: float = 0.0
    allowed: float = 0.0


IN_PROGRESS = CallInProgress()
"""One per process: a process checks one property."""


def hang_seconds() -> float:
    """Seconds after which a call counts as hanging: more where calls have taken long before, or
    where the author declares that they may."""
    return max(HANG_SECONDS, 3 * IN_PROGRESS.longest, 1.5 * IN_PROGRESS.allowed)


def exit_after(
    seconds: float,
    report: Callable[[str, float], Any],
    *,
    hangs_from: float | None = None,
    extend: bool = False,
) -> None:
    """After `seconds`, call `report` with the call in progress and its duration, then exit.

    The name is empty and the duration 0.0 between calls. What the process has waited for a CPU is
    no part of the duration: on a busy machine it would make a slow call one that hangs. A daemon
    thread waits; the process exits with status 0 whatever the main thread does.

    Args:
        seconds: after which the process ends.
        report: called with the call in progress and its duration.
        hangs_from: seconds from which on a call that hangs has the same effect; None for never.
        extend: wait twice as long if the process got the CPU for less than half of `seconds` and
            no call hangs: the machine is busy.
    """

    def wait() -> None:
        began, waited = _monotonic(), _waited_for_cpu()
        ends = began + seconds
        hangs = ends if hangs_from is None else began + hangs_from
        may_extend = extend
        while True:
            now = _monotonic()
            if now >= min(ends, hangs) and _call_lasted(waited) > hang_seconds():
                break
            if now >= ends:
                if not may_extend or _cpu_seconds() >= 0.5 * seconds:
                    break
                may_extend, ends = False, ends + seconds
            pause = hangs - now if now < hangs else 0.5
            threading.Event().wait(max(0.05, min(pause, ends - now)))
        report(IN_PROGRESS.name, _call_lasted(waited))
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def _call_lasted(waited: float) -> float:
    """Seconds of the call in progress without those in which the process waited for a CPU.

    0.0 between calls.

    Args:
        waited: seconds that the process had waited when the watchdog began. Whatever it has waited
            since then is taken as a part of this call, so that a hang is rather reported late.
    """
    name, since = IN_PROGRESS.name, IN_PROGRESS.since
    if not name:
        return 0.0
    return max(0.0, _monotonic() - since - (_waited_for_cpu() - waited))


def _waited_for_cpu() -> float:
    """Seconds in which the main thread could have run, but other programs had the CPUs.

    0.0 where the system does not say it.
    """
    try:
        return int(Path("/proc/self/schedstat").read_text("ascii").split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0
