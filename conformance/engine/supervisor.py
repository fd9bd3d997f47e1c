"""The light side: starts the zygotes, sends jobs, never imports OpenEnv or the environment."""

from __future__ import annotations

import contextlib
import json
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

import hallmark_rl
from hallmark_rl.conformance.core.profiles import Profile
from hallmark_rl.conformance.processes.symlinks import link_contents

LOADING = 60.0
"""Seconds of work that importing a subject may take."""
IDLE = 30.0
"""Seconds without any work after which it is taken to hang."""


class SubjectFailed(Exception):
    """The subject could not be loaded or started: one clear diagnosis."""


@dataclass(frozen=True)
class Target:
    """What is to be proved, and how."""

    spec: str
    profile: Profile
    proof: str = ""
    env_args: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    # One more than there are processors: checks also wait, for forks, pauses and sandboxes.
    parallel: int = min(4, (os.cpu_count() or 1) + 1)

    def how(self) -> dict[str, str]:
        """What a reproducing script needs besides the subject."""
        proof = os.path.abspath(self.proof) if self.proof else ""
        return {"proof": proof, "env_args": repr(dict(self.env_args)) if self.env_args else ""}


CAUSES = ("directory", "variables", "hash")
"""What may differ between two processes that play the same episodes."""


class Supervisor:
    """One zygote and its jobs.

    It works in the directory `work`; `changed` says in which ways it differs from other zygotes.
    """

    def __init__(self, target: Target, work: Path, *, changed: Collection[str] = ()) -> None:
        self.target = target
        self._futures: dict[int, Future[dict[str, Any]]] = {}
        self._lock = threading.Lock()
        self._next = 0
        self._ready: Future[dict[str, Any]] = Future()
        here, there = socket.socketpair()
        self._sock = here
        self._log = tempfile.TemporaryFile()  # noqa: SIM115
        self._scratch = tempfile.TemporaryDirectory(prefix="hallmark-")
        home = Path(self._scratch.name, "home")
        for folder in (home, home.with_name("tmp")):
            folder.mkdir()
        directory = self._directory() if "directory" in changed else work
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-P",
                "-m",
                "hallmark_rl.conformance.engine.forkserver",
                str(there.fileno()),
            ],
            pass_fds=(there.fileno(),),
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
            cwd=directory,
            env={**self._environment(changed), "PWD": str(directory)},
        )
        there.close()
        config = {
            "spec": absolute(target.spec),
            "proof": os.path.abspath(target.proof) if target.proof else "",
            "env_args": dict(target.env_args),
            "profile": target.profile.name,
            "seed": target.seed,
            # A server may have room for one session only.
            "parallel": 1 if "://" in target.spec else target.parallel,
            "home": "" if "directory" in changed else str(home),
        }
        self._send(config)
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def wait_ready(self) -> float:
        """Wait until the subject is loaded; the seconds it took, or a `SubjectFailed`."""
        used, idle_since = 0.0, time.monotonic()
        while True:
            try:
                answer = self._ready.result(2.0)
                break
            except FutureTimeout:
                now = self._work_done()
                if now > used + 0.1:
                    used, idle_since = now, time.monotonic()
                if used < LOADING and time.monotonic() - idle_since < IDLE:
                    continue
            where = self._line()
            idle = time.monotonic() - idle_since
            self.close()
            raise SubjectFailed(
                f"{self.target.spec} does not finish importing ({used:.0f} s of work, then "
                f"{idle:.0f} s without){where}: what hangs must move from the module's top level "
                "into reset()"
            )
        if not answer["ready"]:
            raise SubjectFailed(answer["problem"])
        return float(answer["seconds"])

    def _line(self) -> str:
        """The line at which the zygote is, of the subject's own if one of them is waiting."""
        with contextlib.suppress(OSError):
            self._process.send_signal(signal.SIGUSR1)
            time.sleep(1.0)
            size = self._log.seek(0, os.SEEK_END)
            self._log.seek(max(0, size - 20_000))
            said = self._log.read().decode("utf-8", "replace").rpartition("most recent call")[2]
            lines = re.findall(r'File "(/.+)", line (\d+)', said)
            spec = absolute(self.target.spec).partition(":")[0]
            own = [found for found in lines if found[0].startswith(spec)]
            for path, line in [*own, *lines][:1]:
                return f", at {path}, line {line}"
        return ""

    def _work_done(self) -> float:
        """CPU seconds that the zygote has used."""
        try:
            spent = psutil.Process(self._process.pid).cpu_times()
        except psutil.Error:
            return 0.0
        return float(spent.user + spent.system)

    def submit(self, kind: str, **job: Any) -> Future[dict[str, Any]]:
        """Queue a job; its future holds `result` or `fork_failure`, and `output`."""
        future: Future[dict[str, Any]] = Future()
        with self._lock:
            self._next += 1
            number = self._next
            self._futures[number] = future
        self._send({"job": number, "kind": kind, **job})
        return future

    def send_survey(self, survey: dict[str, Any]) -> None:
        """Give the zygote the survey that all further jobs start from."""
        self._send({"kind": "send_survey", "survey": survey})

    def close(self) -> None:
        """End the zygote and everything it runs."""
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
        for process in started:  # those that left the zygote's process groups
            with contextlib.suppress(psutil.Error):
                process.kill()
        with contextlib.suppress(OSError):
            self._scratch.cleanup()

    def _read(self) -> None:
        with contextlib.suppress(OSError, ValueError), self._sock.makefile("rb") as stream:
            for line in stream:
                answer = json.loads(line)
                if "job" in answer:
                    self._futures.pop(answer["job"]).set_result(answer)
                elif not self._ready.done():
                    self._ready.set_result(answer)
        code = self._process.wait()
        if not self._ready.done():
            problem = f"{self.target.spec} ended the process while loading{self._ending(code)}"
            self._ready.set_result({"ready": False, "problem": problem})
        for number in list(self._futures):
            future = self._futures.pop(number, None)
            if future is not None and not future.done():
                problem = f"the subject's process ended{self._ending(code)}"
                future.set_result({"fork_failure": problem})

    def _send(self, message: dict[str, Any]) -> None:
        with contextlib.suppress(OSError):
            self._sock.sendall(json.dumps(message).encode() + b"\n")

    def _ending(self, code: int) -> str:
        said = self._tail()
        how = f"exit status {code}" if code >= 0 else signal.Signals(-code).name
        return f" ({how})" + (f": {said}" if said else "")

    def _tail(self) -> str:
        size = self._log.seek(0, os.SEEK_END)
        self._log.seek(max(0, size - 400))
        return " ".join(self._log.read().decode("utf-8", "replace").split())

    def _directory(self) -> Path:
        """Another directory: like the subject's own if that is not this one, else an empty one."""
        own, home = Path(absolute(self.target.spec)), Path(self._scratch.name, "home")
        return link_contents(own, home) if own.is_dir() and not own.samefile(os.getcwd()) else home

    def _environment(self, changed: Collection[str]) -> dict[str, str]:
        root = str(Path(hallmark_rl.__path__[0]).resolve().parent)
        paths = [root, os.getcwd(), *filter(None, [os.environ.get("PYTHONPATH", "")])]
        kept = {"PYTHONPATH": os.pathsep.join(paths), "PYTHONHASHSEED": "1"}
        temporary = os.path.join(self._scratch.name, "tmp")
        base = {**os.environ, **kept, "PYTHONUNBUFFERED": "1", "TMPDIR": temporary}
        if "hash" in changed:
            base["PYTHONHASHSEED"] = "4242"
        if "variables" in changed:
            base |= {
                "HOME": os.path.join(self._scratch.name, "home"),
                "USER": "somebody",
                "LANG": "C.UTF-8",
                "TZ": "Asia/Kolkata",
                "HALLMARK_PROBE": "1",
            }
        return base


def absolute(spec: str) -> str:
    """A spec that means the same from another working directory."""
    if "://" not in spec:
        place, colon, name = spec.rpartition(":")
        if os.path.isdir(spec):
            return os.path.abspath(spec)
        if colon and place.endswith(".py"):
            return f"{os.path.abspath(place)}:{name}"
    return spec
