"""The fork server: deadlines of forks."""

from __future__ import annotations

import json
import os
import selectors
import socket
import subprocess
import sys
import tempfile
import time

import pytest

from hallmark_rl.conformance.engine.check_jobs import CheckJob, PrepareJob, decode_answer
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


@pytest.mark.parametrize("cut_short", [False, True])
def test_a_check_that_the_time_budget_ends_is_unproved(cut_short: bool) -> None:
    ours, theirs = socket.socketpair()
    server = ForkServer(ours)
    child = subprocess.Popen(["sleep", "100"], start_new_session=True)
    read, write = os.pipe()
    output = tempfile.TemporaryFile()  # noqa: SIM115 - the server closes it
    job = CheckJob("reset.seed_range", {}, 1.0, [], {}, cut_short=cut_short)
    running = _Running(1, job, child.pid, read, output, ends=0.0)
    server._running = {read: running}
    server._selector.register(read, selectors.EVENT_READ)
    server._finish(running, 1.0)
    os.close(write)
    child.wait()
    with theirs, ours, theirs.makefile() as lines:
        _, answer = decode_answer(json.loads(lines.readline()))
    assert ("did not return within 1 s" in answer.failure) is not cut_short
    if cut_short:
        assert answer.result["status"] == "unproved"
        assert "the time budget ended" in answer.result["message"]
