"""Load once what an environment loads on its first use, before any fork is made.

An environment that reads a data set or a model at its first reset would do so again in every fork.
Two starts are measured in a fork. If the first takes much longer than the second, one is made in
the process that all further forks come from.
"""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from types import FrameType
from typing import Any

from hallmark_rl.conformance.client.open_driver import open_driver
from hallmark_rl.sdk.subject.description import Subject

_LEAST_GAIN = 1.0
"""Seconds that the first start must take longer than the second."""


class _TooLong(BaseException):
    """Ends a start that takes much longer than the one that was measured."""


def measure_starts(subject: Subject) -> dict[str, Any]:
    """Start twice: construct, reset, close. For use in a fork.

    Returns the seconds of each start under `seconds`, and under `threads` whether the first has
    left threads behind, which a fork would lose.
    """
    before = threading.active_count()
    seconds = [_start(subject), _start(subject)]
    return {"seconds": seconds, "threads": threading.active_count() > before}


def start_here_if_lazy(subject: Subject, measured: Any) -> str:
    """Make one start in this process if `measure_starts` found that the first is the slow one.

    Returns what was done, for the report; empty if nothing was.
    """
    if not isinstance(measured, dict) or measured.get("threads"):
        return ""
    seconds = measured.get("seconds")
    if not isinstance(seconds, list) or len(seconds) != 2:
        return ""
    first, second = seconds
    if first is None or second is None or first - second < _LEAST_GAIN or first < 2 * second:
        return ""
    if not _start_within(subject, 3 * first + 10):
        return ""
    return (
        f"the first reset takes {first:.1f} s and later ones {second:.1f} s: what it loads was "
        "loaded once, before the checks"
    )


def _start(subject: Subject) -> float | None:
    """Seconds of a start; None if the reset fails."""
    began = time.monotonic()
    driver = open_driver(subject)
    response = driver.reset()
    seconds = time.monotonic() - began
    with contextlib.suppress(Exception):
        driver.close()
    return seconds if response.data is not None else None


def _start_within(subject: Subject, seconds: float) -> bool:
    """Start once in this process; give up after `seconds`. Whether the start succeeded."""

    def give_up(number: int, frame: FrameType | None) -> None:
        raise _TooLong

    previous = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return _start(subject) is not None
    except BaseException:  # an environment may raise anything; the forks report it
        return False
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
