"""The fork server: deadlines of forks."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time

import pytest

from hallmark_rl.conformance.engine.check_jobs import PrepareJob
from hallmark_rl.conformance.engine.forkserver import ForkServer, _Running


@pytest.mark.parametrize("busy", [False, True])
def test_the_deadline_is_extended_once_for_a_fork_that_got_no_cpu_time(
    busy: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[int] = []
    ours, theirs = socket.socketpair()
    server = ForkServer(ours)
    monkeypatch.setattr(server, "_finish", lambda running, timed_out: ended.append(running.pid))
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    pid = os.getpid() if busy else child.pid  # this process has used CPU time for long enough
    with tempfile.TemporaryFile() as output:
        job = PrepareJob(deadline=0.001 if busy else 1000.0)
        running = _Running(1, job, pid, 0, output, ends=time.monotonic() - 1)
        server._running = {0: running}
        server._end_overdue()
        assert ended == ([pid] if busy else [])
        if not busy:
            assert running.ends > time.monotonic()
            running.ends = time.monotonic() - 1
            server._end_overdue()
            assert ended == [pid]
    child.communicate(b"\n")
    ours.close()
    theirs.close()
