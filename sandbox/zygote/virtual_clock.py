"""A clock that only `sleep` moves, so that a program that reads the time answers the same twice.

For reproducible runs, not for secrecy: under the `python` policy a program can find the real one.
"""

from __future__ import annotations

import time

_START = 1_000_000_000


class _Clock:
    def __init__(self) -> None:
        self.now_ns = _START * 10**9

    def sleep(self, seconds: float) -> None:
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        self.now_ns += int(seconds * 10**9)

    def seconds(self) -> float:
        return self.now_ns / 10**9

    def nanoseconds(self) -> int:
        return self.now_ns


def install() -> None:
    """Replace the clocks of the `time` module in this process."""
    clock = _Clock()
    for name in ("time", "monotonic", "perf_counter", "process_time", "thread_time"):
        setattr(time, name, clock.seconds)
        setattr(time, name + "_ns", clock.nanoseconds)
    setattr(time, "sleep", clock.sleep)  # noqa: B010
