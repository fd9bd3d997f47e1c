"""The watchdog: when a process ends itself, and which call it names."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from hallmark_rl.conformance.processes import watchdog
from hallmark_rl.conformance.processes.forking import reap_fork, start_fork
from hallmark_rl.conformance.processes.watchdog import IN_PROGRESS, exit_after, hang_seconds


def ended(
    seconds: float, call: str = "", longest: float = 0.0, **options: Any
) -> tuple[str, float]:
    """What a fork that never returns reports, and after how many seconds."""

    def prepare(write: Any) -> None:
        watchdog.HANG_SECONDS = 1.0
        IN_PROGRESS.longest = longest
        exit_after(seconds, lambda name, spent: write([name, spent]), **options)

    def work() -> None:
        IN_PROGRESS.name, IN_PROGRESS.since = call, time.monotonic()
        time.sleep(30)

    began = time.monotonic()
    pid, reader = start_fork(work, prepare)
    with open(reader) as stream:
        text = stream.readline()
    name, _ = reap_fork(pid, text.encode(), timed_out=None)
    return name, time.monotonic() - began


def test_a_hanging_call_ends_the_process_early() -> None:
    name, seconds = ended(12.0, "step({})", hangs_from=2.0)
    assert name == "step({})"
    assert 1.9 < seconds < 9


def test_a_call_that_is_as_slow_as_others_does_not() -> None:
    name, seconds = ended(3.0, "step({})", longest=20.0, hangs_from=0.5)
    assert name == "step({})"
    assert seconds > 2.9


@pytest.mark.parametrize(("call", "least"), [("", 3.9), ("step({})", 1.9)])
def test_a_process_that_got_no_cpu_waits_twice_as_long_unless_a_call_hangs(
    call: str, least: float
) -> None:
    name, seconds = ended(2.0, call, extend=True)
    assert name == call
    assert seconds > least
    assert call == "" or seconds < 3.9 + 3


def test_waiting_for_a_cpu_is_no_part_of_a_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """A constructor that computes for 10 s does not hang where it also waits 50 s for a CPU."""
    waited = iter([3.0])
    monkeypatch.setattr(watchdog, "_waited_for_cpu", lambda: next(waited, 43.0))
    began = time.monotonic() - 45
    monkeypatch.setattr(IN_PROGRESS, "name", "step({})")
    monkeypatch.setattr(IN_PROGRESS, "since", began)
    ended, reports = threading.Event(), []
    monkeypatch.setattr(os, "_exit", lambda status: ended.set())
    exit_after(0.2, lambda *call: reports.append(call), hangs_from=0.1)
    assert ended.wait(30)
    [(name, seconds)] = reports
    assert name == "step({})"
    assert 5 <= seconds <= time.monotonic() - began - 40


def test_waiting_for_a_cpu_is_measured() -> None:
    """Two processes compute on one CPU: either has to wait for the other."""
    if not hasattr(os, "sched_setaffinity") or not Path("/proc/self/schedstat").exists():
        pytest.skip("the system does not say how long a process has waited")

    def work() -> float:
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
        parent = os.getpid()
        if os.fork() == 0:
            while os.getppid() == parent:
                pass
            os._exit(0)
        ends = time.monotonic() + 30
        while watchdog._waited_for_cpu() < 0.1 and time.monotonic() < ends:
            pass
        return watchdog._waited_for_cpu()

    pid, reader = start_fork(work, lambda write: None)
    with open(reader) as stream:
        text = stream.readline()
    assert reap_fork(pid, text.encode(), timed_out=None) >= 0.1


def test_what_counts_as_hanging_follows_the_slowest_call(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(IN_PROGRESS, "longest", 0.1)
    assert hang_seconds() == watchdog.HANG_SECONDS
    monkeypatch.setattr(IN_PROGRESS, "longest", 10.0)
    assert hang_seconds() == 30.0


def test_a_call_may_take_what_the_author_declares(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchdog, "IN_PROGRESS", watchdog.CallInProgress(allowed=1.0))
    assert watchdog.hang_seconds() == watchdog.HANG_SECONDS
    watchdog.IN_PROGRESS.allowed = 30.0
    assert watchdog.hang_seconds() == 45.0
