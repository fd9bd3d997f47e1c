"""A clock that only `sleep` moves, so that a program that reads the time gives the same result.

It is for reproducible runs, not for secrecy: under the `python` policy a program can read the real
clock.
"""

from __future__ import annotations

import time

_START_S = 1_000_000_000  # Unix time, September 2001


class _Clock:
    def __init__(self) -> None:
        self.now_ns = _START_S * 10**9

    def sleep(self, seconds: float) -> None:
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        self.now_ns += int(seconds * 10**9)

    def seconds(self) -> float:
        return self.now_ns / 10**9

    def nanoseconds(self) -> int:
        return self.now_ns


def install() -> None:
    """Replace the clocks of the `time` module in this process, and its `sleep`."""
    clock = _Clock()
    for name in ("time", "monotonic", "perf_counter", "process_time", "thread_time"):
        setattr(time, name, clock.seconds)
        setattr(time, name + "_ns", clock.nanoseconds)
    setattr(time, "sleep", clock.sleep)  # noqa: B010
