"""The process that imports the subject once and forks for every property.

    python -m hallmark_rl.conformance.engine.forkserver FD

It reads jobs as JSON lines from the socket FD and answers each with its result, or with the way in
which its process died. OpenEnv costs seconds to import, a fork a few milliseconds; and whatever an
environment does to its process ends with the fork.
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
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import IO, Any

import psutil

from hallmark_rl.conformance.core.profiles import PROFILES, Profile
from hallmark_rl.conformance.engine.load_subject import MISSES_A_FILE, enter, load, warm
from hallmark_rl.conformance.processes import forking
from hallmark_rl.conformance.processes.watchdog import watch

_MEMORY = 16 << 30


@dataclass
class _Running:
    job: dict[str, Any]
    pid: int
    pipe: int
    output: IO[bytes]
    ends: float
    deadline: float
    data: bytearray = field(default_factory=bytearray)
    patient: bool = False


class Zygote:
    """Loads the subject, then serves jobs until the socket closes."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._waiting: deque[dict[str, Any]] = deque()
        self._running: dict[int, _Running] = {}
        self._selector = selectors.DefaultSelector()
        self._buffer = b""
        self._survey: Any = None
        self._played: dict[str, Any] = {}  # episodes that many properties compare with
        self._preparing = False
        self._open = True

    def serve(self) -> None:
        """Answer jobs."""
        config = self._first_line()
        self._config = config
        self._profile: Profile = PROFILES[config["profile"]]
        began = time.monotonic()
        subject, problem = load(config)
        seconds = time.monotonic() - began
        self._send({"ready": not problem, "problem": problem, "seconds": seconds})
        if subject is None:
            return
        self._subject = subject
        self._hatchery = warm()
        self._selector.register(self._sock, selectors.EVENT_READ)
        while self._open or self._running or self._waiting:
            self._start_waiting()
            for key, _ in self._selector.select(self._patience()):
                if key.fileobj is self._sock:
                    self._receive()
                else:
                    self._collect(int(key.fd))
            self._end_overdue()

    def _first_look(self) -> dict[str, Any]:
        from hallmark_rl.conformance.survey.collect import collect_survey

        found = collect_survey(self._subject, self._profile)
        if MISSES_A_FILE in found.startup and enter(self._config):
            found = collect_survey(self._subject, self._profile)
        found.home = os.getcwd() if os.getcwd() == self._config["home"] else ""
        return found.to_dict()

    def _work(self, job: dict[str, Any]) -> Callable[[], Any]:
        """What the fork does for a job."""
        if job["kind"] == "survey":
            return self._first_look
        from hallmark_rl.conformance.checking.check_context import CheckContext
        from hallmark_rl.conformance.engine import recordings
        from hallmark_rl.conformance.engine.check_worker import check_property

        known = self._subject, self._survey, self._profile
        seed = int(self._config.get("seed", 0))
        if job["kind"] == "check":
            return lambda: check_property(*known, seed, self._played, job)
        if job["kind"] == "prepare":
            return lambda: recordings.prepare(CheckContext(*known, seed=seed))
        play = recordings.traces if job["kind"] == "traces" else recordings.calls
        return lambda: play(CheckContext(*known, seed=seed), job["episodes"])

    def _watch(self, job: dict[str, Any], deadline: float, write: Callable[[Any], None]) -> None:
        """Before the deadline, say which call hangs, or that there was too much to do."""

        def report(call: str, seconds: float) -> None:
            if job["kind"] == "survey":
                from hallmark_rl.conformance.engine.check_worker import HANGS

                problem = (
                    f"{call} has not returned after {seconds:.0f} s"
                    if seconds > HANGS
                    else f"the first few episodes take more than {deadline:.0f} s"
                )
                write({"startup": problem})
            elif job["kind"] == "check":
                from hallmark_rl.conformance.engine.check_worker import out_of_time

                write(out_of_time(job, call, seconds))

        watch(max(1.0, deadline - 1.5), report)

    def _accept(self, job: dict[str, Any]) -> None:
        if job["kind"] == "send_survey":
            from hallmark_rl.conformance.survey.survey_data import Survey

            self._survey = Survey.from_dict(job["survey"])
            if self._survey.home and self._config["home"]:
                os.chdir(self._survey.home)
        else:
            self._preparing |= job["kind"] == "prepare"
            self._waiting.append(job)

    def _may_start(self, job: dict[str, Any]) -> bool:
        """Whether a job need not wait for the episodes that are being played for all."""
        if not self._preparing or job["kind"] != "check":
            return True
        from hallmark_rl.conformance.properties import load_checks

        return not load_checks()[job["id"]].clean

    def _start_waiting(self) -> None:
        while job := next(filter(self._may_start, self._waiting), None):
            # What measures time runs with a processor to spare.
            most = int(self._config["parallel"]) - bool(job.get("quiet"))
            if len(self._running) >= max(1, most):
                return
            self._waiting.remove(job)
            output = tempfile.TemporaryFile()  # noqa: SIM115
            work = self._work(job)

            def run(work: Callable[[], Any] = work, output: IO[bytes] = output) -> Any:
                resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
                resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
                self._sock.close()
                for number in (1, 2):
                    os.dup2(output.fileno(), number)
                return work()

            deadline = float(job.get("deadline", self._profile.deadline))
            pid, pipe = forking.start_fork(run, lambda write: self._watch(job, deadline, write))  # noqa: B023
            self._running[pipe] = _Running(
                job, pid, pipe, output, time.monotonic() + deadline, deadline
            )
            self._selector.register(pipe, selectors.EVENT_READ)

    def _collect(self, pipe: int) -> None:
        running = self._running.get(pipe)
        if running is None:
            return
        chunk = os.read(pipe, 1 << 16)
        if chunk:
            running.data += chunk
        if not chunk or chunk.endswith(b"\n"):
            self._finish(running, None)

    def _finish(self, running: _Running, timed_out: float | None) -> None:
        self._selector.unregister(running.pipe)
        del self._running[running.pipe]
        os.close(running.pipe)
        result = forking.reap_fork(running.pid, bytes(running.data), timed_out=timed_out)
        with contextlib.suppress(OSError):
            size = running.output.seek(0, os.SEEK_END)
            running.output.seek(max(0, size - 2000))
        tail = running.output.read().decode("utf-8", "replace")
        running.output.close()
        answer: dict[str, Any] = {"job": running.job["job"], "output": tail}
        if isinstance(result, forking.ForkFailure):
            answer["fork_failure"] = str(result)
        else:
            answer["result"] = result
        if running.job["kind"] == "prepare":
            self._preparing, self._played = False, answer.pop("result", {})
        self._send(answer)

    def _end_overdue(self) -> None:
        now = time.monotonic()
        for running in [one for one in self._running.values() if one.ends <= now]:
            if not running.patient and _used(running.pid) < 0.5 * running.deadline:
                # It would have said by now what takes long: a busy machine has not let it.
                running.patient, running.ends = True, now + running.deadline
            else:
                self._finish(running, running.deadline)

    def _patience(self) -> float | None:
        if not self._running:
            return None
        return max(0.0, min(one.ends for one in self._running.values()) - time.monotonic())

    def _first_line(self) -> dict[str, Any]:
        while b"\n" not in self._buffer:
            chunk = self._sock.recv(1 << 16)
            if not chunk:
                raise SystemExit(0)
            self._buffer += chunk
        line, _, self._buffer = self._buffer.partition(b"\n")
        config: dict[str, Any] = json.loads(line)
        return config

    def _receive(self) -> None:
        chunk = self._sock.recv(1 << 20)
        if not chunk:
            self._open = False
            self._waiting.clear()
            for running in list(self._running.values()):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(running.pid, signal.SIGKILL)
            raise SystemExit(0)
        self._buffer += chunk
        *lines, self._buffer = self._buffer.split(b"\n")
        for line in lines:
            self._accept(json.loads(line))

    def _send(self, answer: dict[str, Any]) -> None:
        with contextlib.suppress(BrokenPipeError):
            self._sock.sendall(json.dumps(answer).encode() + b"\n")


def _used(pid: int) -> float:
    """CPU seconds that a process has used; endless where it is gone."""
    try:
        spent = psutil.Process(pid).cpu_times()
    except psutil.Error:
        return math.inf
    return float(spent.user + spent.system)


def main() -> None:
    """Serve on the socket whose descriptor is the first argument."""
    forking.die_with_parent()
    forking.adopt_orphans()
    faulthandler.register(signal.SIGUSR1, all_threads=False)
    sock = socket.socket(fileno=int(sys.argv.pop()))
    with contextlib.suppress(SystemExit):
        Zygote(sock).serve()
    forking.flush_output()
    os._exit(0)  # taking down all that the subject has loaded costs most of a second


if __name__ == "__main__":
    main()
