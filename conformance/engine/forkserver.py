"""The process that imports the subject once and forks for each job.

It reads jobs as lines of JSON from a socket and sends back the result of each, or how its fork
ended without a result. To import OpenEnv takes seconds, to fork a few milliseconds; and whatever
an environment does to its process ends with the fork.
"""

from __future__ import annotations

import contextlib
import faulthandler
import json
import math
import os
import resource
import selectors
import signal
import socket
import sys
import tempfile
import time
import traceback
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import IO, Any

import psutil

from hallmark_rl.conformance.core.results import CUT_SHORT, Result
from hallmark_rl.conformance.engine import first_start
from hallmark_rl.conformance.engine.check_jobs import (
    Answer,
    CheckJob,
    Job,
    PrepareJob,
    WarmUpJob,
    decode_job,
    encode_answer,
)
from hallmark_rl.conformance.engine.import_path import leave_checkout
from hallmark_rl.conformance.engine.job_work import JobWork
from hallmark_rl.conformance.engine.load_subject import load, warm_up
from hallmark_rl.conformance.processes import forking
from hallmark_rl.conformance.processes.watchdog import exit_after

_MEMORY = 16 << 30
"""Bytes of address space of a fork."""
_SECONDS_TO_REPORT = 0.5
"""Seconds before the end of the time budget at which the last forks are ended."""
_HANG_FROM = 15.0
"""Seconds of a job after which a call that hangs ends it."""
_OUTPUT_TAIL = 2000
"""Bytes of a fork's output that are sent back."""


@dataclass
class _Running:
    """A job whose fork runs; `extended` says that its deadline has been extended once."""

    number: int
    job: Job
    pid: int
    pipe: int
    output: IO[bytes]
    ends: float
    data: bytearray = field(default_factory=bytearray)
    extended: bool = False


class ForkServer:
    """Loads the subject, then runs jobs until the socket closes."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._waiting: deque[tuple[int, Job]] = deque()
        self._running: dict[int, _Running] = {}
        self._selector = selectors.DefaultSelector()
        self._buffer = b""
        self._preparing = False
        self._ends = math.inf  # of the time budget, as `time.monotonic` counts

    def serve(self) -> None:
        """Read the configuration, load the subject, report how that went, and run jobs."""
        config = self._read_config()
        self._config = config
        if config.get("ends") is not None:
            self._ends = float(config["ends"])
        began = time.monotonic()
        subject, problem = load(config)
        seconds = time.monotonic() - began
        notes = [subject.undeclared] if subject is not None and subject.undeclared else []
        answer = {"ready": not problem, "problem": problem, "seconds": seconds, "notes": notes}
        self._send(answer)
        if subject is None:
            return
        self._subject, self._works = subject, JobWork(subject, config)
        self._kept_alive = warm_up()
        self._selector.register(self._sock, selectors.EVENT_READ)
        while True:
            self._start_waiting()
            for key, _ in self._selector.select(self._seconds_to_deadline()):
                if key.fileobj is self._sock:
                    self._receive()
                else:
                    self._collect(int(key.fd))
            self._end_overdue()

    def _budget_share(self) -> float:
        """Seconds of the time budget for the next check: what is left, divided by what waits."""
        left = self._ends - time.monotonic()
        if left == math.inf:
            return math.inf
        open_jobs = len(self._waiting) + len(self._running) + 1
        share = left * max(1, int(self._config["parallel"])) / open_jobs
        return max(0.02, share / 2)  # half of the share: some checks need more than their budget

    def _within_budget(self, job: Job) -> Job:
        """The job with a deadline before the end of the time budget."""
        left = max(1.0, self._ends - time.monotonic() - _SECONDS_TO_REPORT)
        if left >= job.deadline:
            return job
        if isinstance(job, CheckJob):
            return replace(job, deadline=left, cut_short=True)
        return replace(job, deadline=left)

    def _accept(self, message: dict[str, Any]) -> None:
        """Queue a job, or keep the survey that all further jobs start from."""
        if "survey" in message:
            self._works.keep_survey(message["survey"])
        else:
            number, job = decode_job(message)
            self._preparing |= isinstance(job, PrepareJob)
            self._waiting.append((number, job))

    def _may_start(self, waiting: tuple[int, Job]) -> bool:
        """Whether a job can start; checks that use prepared messages wait for the PrepareJob."""
        _, job = waiting
        if not self._preparing or not isinstance(job, CheckJob):
            return True
        from hallmark_rl.conformance.properties import load_checks

        return not load_checks()[job.id].needs_fresh_process

    def _start_waiting(self) -> None:
        """Start as many jobs as may run at once."""
        while waiting := next(filter(self._may_start, self._waiting), None):
            number, job = waiting
            # A check that measures time leaves one processor idle.
            one_less = isinstance(job, CheckJob) and job.timing_sensitive
            if len(self._running) >= max(1, int(self._config["parallel"]) - one_less):
                return
            self._waiting.remove(waiting)
            self._start(number, job)

    def _start(self, number: int, job: Job) -> None:
        output = tempfile.TemporaryFile()  # noqa: SIM115
        job = self._within_budget(job)
        work = self._works.work(job, self._budget_share())

        def run() -> Any:
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
            self._sock.close()
            for stream in (1, 2):
                os.dup2(output.fileno(), stream)
            return work.run()

        def watch(write: Callable[[Any], None]) -> None:
            def report(call: str, seconds: float) -> None:
                if work.overdue is not None:
                    write(work.overdue(call, seconds))

            last = max(1.0, job.deadline - 1.5)
            hangs_from = min(last, _HANG_FROM)
            exit_after(last, report, hangs_from=hangs_from, extend=self._ends == math.inf)

        pid, pipe = forking.start_fork(run, watch)
        ends = time.monotonic() + job.deadline
        self._running[pipe] = _Running(number, job, pid, pipe, output, ends)
        self._selector.register(pipe, selectors.EVENT_READ)

    def _collect(self, pipe: int) -> None:
        """Read what a fork has written; a whole line is its result."""
        running = self._running.get(pipe)
        if running is None:
            return
        chunk = os.read(pipe, 1 << 16)
        if chunk:
            running.data += chunk
        if not chunk or chunk.endswith(b"\n"):
            self._finish(running, None)

    def _finish(self, running: _Running, timed_out: float | None) -> None:
        """Reap a fork and send its answer; `timed_out` is the deadline in seconds, if exceeded."""
        self._selector.unregister(running.pipe)
        del self._running[running.pipe]
        os.close(running.pipe)
        result = forking.reap_fork(running.pid, bytes(running.data), timed_out=timed_out)
        with contextlib.suppress(OSError):
            size = running.output.seek(0, os.SEEK_END)
            running.output.seek(max(0, size - _OUTPUT_TAIL))
        tail = running.output.read().decode("utf-8", "replace")
        running.output.close()
        job, failed = running.job, isinstance(result, forking.ForkFailure)
        if isinstance(job, CheckJob) and not failed:
            result = self._works.keep_plays(result)
        if failed and timed_out is not None and isinstance(job, CheckJob) and job.cut_short:
            # Its own watchdog had no time to say so.
            late = Result(job.id, "unproved", CUT_SHORT)
            answer = Answer(late.to_dict(), output=tail)
        elif failed:
            answer = Answer(failure=str(result), output=tail)
        else:
            answer = Answer(result, output=tail)
        if isinstance(running.job, WarmUpJob):
            answer = Answer(first_start.start_here_if_lazy(self._subject, answer.result))
        if isinstance(running.job, PrepareJob):
            self._preparing = False
            self._works.kept.add({"messages": answer.result})
            answer = Answer(failure=answer.failure, output=tail)
        with contextlib.suppress(BrokenPipeError):
            self._sock.sendall(encode_answer(running.number, answer))

    def _end_overdue(self) -> None:
        """Kill each fork that is past its deadline; extend it once if the fork got little CPU time.

        A fork that gets enough CPU time reports the slow call itself, shortly before the deadline.
        """
        now = time.monotonic()
        for running in [running for running in self._running.values() if running.ends <= now]:
            deadline = running.job.deadline
            may_extend = self._ends == math.inf and not running.extended
            if may_extend and _cpu_seconds(running.pid) < 0.5 * deadline:
                running.extended, running.ends = True, now + deadline
            else:
                self._finish(running, deadline)

    def _seconds_to_deadline(self) -> float | None:
        if not self._running:
            return None
        first = min(running.ends for running in self._running.values())
        return max(0.0, first - time.monotonic())

    def _read_config(self) -> dict[str, Any]:
        """Read the first line from the socket; exit if the socket closes before."""
        while b"\n" not in self._buffer:
            chunk = self._sock.recv(1 << 16)
            if not chunk:
                raise SystemExit(0)
            self._buffer += chunk
        line, _, self._buffer = self._buffer.partition(b"\n")
        config: dict[str, Any] = json.loads(line)
        return config

    def _receive(self) -> None:
        """Read messages; if the socket is closed, kill all forks and exit."""
        chunk = self._sock.recv(1 << 20)
        if not chunk:
            for running in list(self._running.values()):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(running.pid, signal.SIGKILL)
            raise SystemExit(0)
        self._buffer += chunk
        *lines, self._buffer = self._buffer.split(b"\n")
        for line in lines:
            self._accept(json.loads(line))

    def _send(self, message: dict[str, Any]) -> None:
        with contextlib.suppress(BrokenPipeError):
            self._sock.sendall(json.dumps(message).encode() + b"\n")


def _cpu_seconds(pid: int) -> float:
    """CPU seconds that a process has used; infinite if it has ended."""
    try:
        times = psutil.Process(pid).cpu_times()
    except psutil.Error:
        return math.inf
    return float(times.user + times.system)


def main() -> None:
    """Serve on the socket whose descriptor is the first argument.

    The second argument, if any, is the root of the checkout, which is taken off the import path.
    """
    forking.die_with_parent()
    forking.adopt_orphans()
    faulthandler.register(signal.SIGUSR1, all_threads=False)
    descriptor, *roots = sys.argv[1:]
    del sys.argv[1:]  # a subject may parse them
    for root in roots:
        leave_checkout(root)
    sock = socket.socket(fileno=int(descriptor))
    try:
        ForkServer(sock).serve()
    except SystemExit:
        pass
    except Exception as error:  # what a subject raises is caught where it is called
        traceback.print_exc()
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{place.filename}, line {place.lineno}"
        text = f"the suite raised {type(error).__name__}: {error} ({where})"
        with contextlib.suppress(OSError):
            sock.sendall(json.dumps({"suite_error": text}).encode() + b"\n")
    forking.flush_output()
    os._exit(0)  # an ordinary exit takes most of a second to free what the subject has loaded
