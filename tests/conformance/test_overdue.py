"""An overdue check gets more time where the machine gave it none, and ends where it had its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time

import pytest

from hallmark_rl.conformance.engine.forkserver import Zygote, _Running


@pytest.mark.parametrize("busy", [False, True])
def test_patience_is_for_those_that_had_no_processor(
    busy: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[int] = []
    here, there = socket.socketpair()
    zygote = Zygote(here)
    monkeypatch.setattr(zygote, "_finish", lambda running, timed_out: ended.append(running.pid))
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    pid = os.getpid() if busy else child.pid  # this process has worked for long enough
    with tempfile.TemporaryFile() as output:
        deadline = 0.001 if busy else 1000.0
        running = _Running({}, pid, 0, output, time.monotonic() - 1, deadline)
        zygote._running = {0: running}
        zygote._end_overdue()
        assert ended == ([pid] if busy else [])
        if not busy:
            assert running.ends > time.monotonic()
            running.ends = time.monotonic() - 1
            zygote._end_overdue()
            assert ended == [pid]
    child.communicate(b"\n")
    here.close()
    there.close()
