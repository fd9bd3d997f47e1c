"""Start fork servers and send them jobs. Imports neither OpenEnv nor the environment."""

from __future__ import annotations

import contextlib
import json
import math
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Collection, Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from hallmark_rl.checkout import ROOT
from hallmark_rl.conformance.core.profiles import Profile
from hallmark_rl.conformance.engine.check_jobs import Answer, Job, decode_answer, encode_job
from hallmark_rl.conformance.engine.import_path import BOOT, python_path
from hallmark_rl.conformance.engine.offline import offline_variables
from hallmark_rl.conformance.processes.clean_end import wait_until_ended
from hallmark_rl.conformance.processes.scratch import remove_scratch
from hallmark_rl.conformance.processes.symlinks import link_contents

IMPORT_CPU_SECONDS = 60.0
"""CPU seconds that importing a subject may take."""
IMPORT_IDLE_SECONDS = 30.0
"""Seconds without CPU use after which the import counts as hanging."""


class SubjectFailed(Exception):
    """The subject could not be loaded or started; the text is the diagnosis."""


@dataclass(frozen=True)
class Target:
    """What is to be proved, and how.

    Attributes:
        spec: the subject: folder, `module:Class`, `file.py:Class` or address.
        profile: the amount of work.
        proof: path of a file of evidence beside the folder's `proof.py`; empty for none.
        env_args: arguments of the environment's constructor.
        seed: seed of the suite's own choices.
        parallel: how many forks may run at once.
        folder: the folder that the server at the address was started from; empty for none.
        headers: HTTP headers for that server; they are written nowhere.
        ends: value of `time.monotonic` at which the run must be over; infinite for no limit.
        tasks: path of the tasks of a scorer.
    """

    spec: str
    profile: Profile
    proof: str = ""
    env_args: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    # One more than there are processors: checks also wait, for forks, pauses and sandboxes.
    parallel: int = min(4, (os.cpu_count() or 1) + 1)
    folder: str = ""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    ends: float = math.inf
    tasks: str = ""

    def how(self) -> dict[str, str]:
        """`proof`, `env_args`, `folder` and names of `headers` as a script needs them."""
        hidden = dict.fromkeys(self.headers, "...")
        return {
            "proof": os.path.abspath(self.proof) if self.proof else "",
            "env_args": repr(dict(self.env_args)) if self.env_args else "",
            "folder": os.path.abspath(self.folder) if self.folder else "",
            "headers": repr(hidden) if hidden else "",
        }

    @property
    def is_server(self) -> bool:
        """Whether the subject is a running server, given by its address."""
        return "://" in self.spec


CHANGES = ("directory", "variables", "hash")
"""What can differ between two processes that play the same episodes."""


class Supervisor:
    """One fork server and its jobs.

    Args:
        target: what is to be proved.
        work: the working directory of the fork server.
        changed: which of `CHANGES` differ from other fork servers: the working directory,
            environment variables, the seed of hashes.
    """

    def __init__(self, target: Target, work: Path, *, changed: Collection[str] = ()) -> None:
        self.target = target
        self._futures: dict[int, Future[Answer]] = {}
        self._lock = threading.Lock()
        self._next = 0
        self.notes: list[str] = []
        self._ended: Answer | None = None  # the answer to jobs after the end of the fork server
        self._suite_error = ""  # what the suite itself raised in the fork server
        self._ready: Future[dict[str, Any]] = Future()
        ours, theirs = socket.socketpair()
        self._sock = ours
        self._log = tempfile.TemporaryFile()  # noqa: SIM115
        self._scratch = tempfile.TemporaryDirectory(prefix="hallmark-")
        home = Path(self._scratch.name, "home")
        for folder in (home, home.with_name("tmp"), home.with_name("import_path")):
            folder.mkdir()
        directory = self._other_directory() if "directory" in changed else work
        arguments = [str(theirs.fileno()), *filter(None, [ROOT])]
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", BOOT, *arguments],
            pass_fds=(theirs.fileno(),),
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
            cwd=directory,
            env={**self._environment(changed), "PWD": str(directory)},
            start_new_session=True,  # a signal to the command's group is no fault of the subject
        )
        theirs.close()
        config = {
            "spec": absolute_spec(target.spec),
            "proof": os.path.abspath(target.proof) if target.proof else "",
            "env_args": dict(target.env_args),
            "folder": os.path.abspath(target.folder) if target.folder else "",
            "headers": dict(target.headers),
            "profile": target.profile.name,
            "ends": target.ends if target.ends < math.inf else None,
            "seed": target.seed,
            # A server may have room for one session only.
            "parallel": 1 if target.is_server else target.parallel,
            "home": "" if "directory" in changed else str(home),
        }
        self._send(json.dumps(config).encode() + b"\n")
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def wait_ready(self) -> float:
        """Wait until the subject is loaded; returns the seconds that took.

        Raises `SubjectFailed` if it cannot be loaded or its import hangs.
        """
        used, idle_since = 0.0, time.monotonic()
        while True:
            try:
                answer = self._ready.result(2.0)
                break
            except FutureTimeout:
                now = self._cpu_seconds()
                if now > used + 0.1:
                    used, idle_since = now, time.monotonic()
                idle = time.monotonic() - idle_since
                in_time = time.monotonic() < self.target.ends
                if used < IMPORT_CPU_SECONDS and idle < IMPORT_IDLE_SECONDS and in_time:
                    continue
            where = self._current_line()
            idle = time.monotonic() - idle_since
            self.close()
            if not in_time:
                raise SubjectFailed(f"the time budget ended while it was imported{where}")
            raise SubjectFailed(
                f"{self.target.spec} does not finish importing ({used:.0f} s of work, then "
                f"{idle:.0f} s without){where}: what hangs must move from the module's top level "
                "into reset()"
            )
        if not answer["ready"]:
            raise SubjectFailed(answer["problem"])
        self.notes = list(answer.get("notes", ()))
        return float(answer["seconds"])

    def _current_line(self) -> str:
        """The line that the fork server executes, in a file of the subject if possible."""
        with contextlib.suppress(OSError):
            self._process.send_signal(signal.SIGUSR1)  # faulthandler writes the stack to the log
            time.sleep(1.0)
            stack = self._log_tail(20_000).rpartition("most recent call")[2]
            lines = re.findall(r'File "(/.+)", line (\d+)', stack)
            spec = absolute_spec(self.target.spec).partition(":")[0]
            own = [line for line in lines if line[0].startswith(spec)]
            for path, number in [*own, *lines][:1]:
                return f", at {path}, line {number}"
        return ""

    def _cpu_seconds(self) -> float:
        """CPU seconds that the fork server has used."""
        try:
            times = psutil.Process(self._process.pid).cpu_times()
        except psutil.Error:
            return 0.0
        return float(times.user + times.system)

    def submit(self, job: Job) -> Future[Answer]:
        """Queue a job. Its future gets an answer even if the fork server ends or has ended."""
        future: Future[Answer] = Future()
        with self._lock:
            self._next += 1
            number = self._next
            if self._ended is not None:
                future.set_result(self._ended)
                return future
            self._futures[number] = future
        self._send(encode_job(number, job))
        return future

    def send_survey(self, survey: dict[str, Any]) -> None:
        """Give the fork server the survey, as a dict, that all further jobs start from."""
        self._send(json.dumps({"survey": survey}).encode() + b"\n")

    def close(self) -> None:
        """End the fork server and all processes that it started."""
        started: list[psutil.Process] = []
        with contextlib.suppress(psutil.Error):
            started = psutil.Process(self._process.pid).children(recursive=True)
        with contextlib.suppress(OSError):
            self._sock.shutdown(socket.SHUT_RDWR)
        self._sock.close()
        try:
            self._process.wait(3)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for process in started:  # those that left the process groups of the forks
            with contextlib.suppress(psutil.Error):
                process.kill()
        wait_until_ended(started, 3)
        remove_scratch(self._scratch)
        self._thread.join()  # it reads the log at the end of the process
        self._log.close()

    def _read(self) -> None:
        """Resolve futures with the answers; if the fork server ends, with its ending."""
        with contextlib.suppress(OSError, ValueError), self._sock.makefile("rb") as stream:
            for line in stream:
                message = json.loads(line)
                if "job" in message:
                    number, answer = decode_answer(message)
                    self._futures.pop(number).set_result(answer)
                elif "suite_error" in message:
                    self._suite_error = message["suite_error"]
                elif not self._ready.done():
                    self._ready.set_result(message)
        code = self._process.wait()
        if not self._ready.done():
            ended = f"{self.target.spec} ended the process while loading{self._ending(code)}"
            problem = self._suite_error or ended
            self._ready.set_result({"ready": False, "problem": problem})
        failure = self._suite_error or f"the subject's process ended{self._ending(code)}"
        with self._lock:
            self._ended = Answer(failure=failure, of_suite=bool(self._suite_error))
            waiting = [self._futures.pop(number) for number in list(self._futures)]
        for future in waiting:
            future.set_result(self._ended)

    def _send(self, line: bytes) -> None:
        with contextlib.suppress(OSError):
            self._sock.sendall(line)

    def _ending(self, code: int) -> str:
        """How the process ended, and the end of its log."""
        log = " ".join(self._log_tail(400).split())
        how = f"exit status {code}" if code >= 0 else signal.Signals(-code).name
        return f" ({how})" + (f": {log}" if log else "")

    def _log_tail(self, size: int) -> str:
        end = self._log.seek(0, os.SEEK_END)
        self._log.seek(max(0, end - size))
        return self._log.read().decode("utf-8", "replace")

    def _other_directory(self) -> Path:
        """A directory that is not the current one: links to the subject's files, or empty."""
        own, home = Path(absolute_spec(self.target.spec)), Path(self._scratch.name, "home")
        return link_contents(own, home) if own.is_dir() and not own.samefile(os.getcwd()) else home

    def _environment(self, changed: Collection[str]) -> dict[str, str]:
        variables = {
            **offline_variables(absolute_spec(self.target.spec), self.target.proof),
            **os.environ,
            "PYTHONPATH": python_path(self.target.spec, Path(self._scratch.name, "import_path")),
            "PYTHONHASHSEED": "4242" if "hash" in changed else "1",
            "PYTHONUNBUFFERED": "1",
            "TMPDIR": os.path.join(self._scratch.name, "tmp"),
        }
        if "variables" in changed:
            variables |= {
                "HOME": os.path.join(self._scratch.name, "home"),
                "USER": "somebody",
                "LANG": "C.UTF-8",
                "TZ": "Asia/Kolkata",
                "HALLMARK_PROBE": "1",
            }
        return variables


def absolute_spec(spec: str) -> str:
    """A spec that names the same subject from another working directory."""
    if "://" not in spec:
        place, colon, name = spec.rpartition(":")
        if os.path.isdir(spec):
            return os.path.abspath(spec)
        if colon and place.endswith(".py"):
            return f"{os.path.abspath(place)}:{name}"
    return spec
