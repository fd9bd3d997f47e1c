"""Start the process of a scorer and make calls in it; nothing a scorer does raises here."""

from __future__ import annotations

import contextlib
import json
import math
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import psutil

from hallmark_rl.conformance.core.results import CUT_SHORT, EvidenceMissing
from hallmark_rl.conformance.scorers import scorer_worker
from hallmark_rl.conformance.scorers.pace import Pace
from hallmark_rl.conformance.scorers.scorer_outcome import NOT_CALLED, Outcome, read_outcome
from hallmark_rl.conformance.scorers.scorer_spec import Scorer

LOAD_SECONDS = 120.0
"""Seconds that importing a scorer may take."""
_BUSY = 4.0
"""So many times longer it may take on a machine that gives it less than half of a processor."""
_PATIENT = 2
"""Calls that may hang before the limit becomes shorter."""
_MOST_HANGS = 3
"""Calls of a batch that may hang; those after them are not made."""
Call = tuple[str, Mapping[str, Any]]
"""An answer and its task."""


class ScorerFailed(Exception):
    """The scorer could not be loaded; the text is one line that says why."""


class TimeSpent(EvidenceMissing):
    """The time of the run ended during a call."""

    def __init__(self) -> None:
        super().__init__(CUT_SHORT)


@dataclass(frozen=True)
class Conditions:
    """What differs from an ordinary process: variables, seconds that the clock is ahead, folder."""

    variables: Mapping[str, str] = field(default_factory=dict)
    shift: float = 0.0
    folder: str = ""


class ScorerProcess:
    """A scorer in a process of its own. Close it at the end.

    Args:
        scorer: where the scorer is.
        conditions: what differs from an ordinary process.
        limit: seconds that a call may take; more on a busy machine.
        ends: value of `time.monotonic` from which on `score` raises `TimeSpent`, in a call too.
        pace: is told how long each call took.

    Attributes:
        facts: what the process said: `declared`, `files`, and what an adapter knows.

    Raises `ScorerFailed` if the scorer cannot be loaded.
    """

    def __init__(
        self,
        scorer: Scorer,
        conditions: Conditions | None = None,
        *,
        limit: float = 10.0,
        ends: float = math.inf,
        pace: Pace | None = None,
    ) -> None:
        self.scorer, self._limit = scorer, limit
        self._ends, self._pace = ends, pace
        self._hangs = 0
        self._conditions = conditions or Conditions()
        self._buffer = b""
        self._process: subprocess.Popen[bytes] | None = None
        self._pid = 0
        self.facts: dict[str, Any] = {}
        self._start()

    def _start(self) -> None:
        self._sock, theirs = socket.socketpair()
        self._buffer = b""
        self._log = tempfile.TemporaryFile()  # noqa: SIM115
        if self.scorer.function_object is not None:
            self._pid = self._fork(theirs)
        else:
            command = [sys.executable, "-P", "-u", scorer_worker.__file__, str(theirs.fileno())]
            variables = {**os.environ, "PYTHONHASHSEED": "1", **self._conditions.variables}
            self._process = subprocess.Popen(
                command,
                pass_fds=(theirs.fileno(),),
                stdin=subprocess.DEVNULL,
                stdout=self._log,
                stderr=self._log,
                cwd=self._conditions.folder or None,
                env=variables,
                start_new_session=True,  # a signal to the command's group is no fault of the scorer
            )
            self._pid = self._process.pid
        theirs.close()
        if self.scorer.function_object is None:
            paths = [os.getcwd(), *self.scorer.paths]
            module = self.scorer.module
            config = {
                "module": os.path.abspath(module) if module.endswith(".py") else module,
                "function": self.scorer.function,
                "paths": paths,
                "shift": self._conditions.shift,
                "kind": self.scorer.kind,
                "adapter": self.scorer.adapter,
                "args": dict(self.scorer.args),
            }
            self._send(config)
        ends = time.monotonic() + LOAD_SECONDS
        message = self._read(ends)
        if message is None and _waits_for_cpu(self._pid, LOAD_SECONDS):
            ends += _BUSY * LOAD_SECONDS
            message = self._read(ends)
        if message is None or not message.get("ready"):
            ended = f"its process ended{self._log_end()}"
            self.close()
            if time.monotonic() >= ends:
                ended = f"it was not loaded within {LOAD_SECONDS:.0f} s"
            text = (message or {}).get("problem") or ended
            raise ScorerFailed(text)
        self.facts = message

    def _fork(self, theirs: socket.socket) -> int:
        """Serve a function object in a fork of this process."""
        pid = os.fork()
        if pid:
            return pid
        try:
            self._sock.close()
            os.setsid()
            scorer_worker.die_with_parent()
            for stream in (1, 2):
                os.dup2(self._log.fileno(), stream)
            score = self.scorer.function_object
            assert score is not None
            lines = theirs.makefile("r", encoding="ascii", newline="\n")
            declared = json.loads(json.dumps(scorer_worker.declarations(score)))
            scorer_worker.serve(theirs, lines, score, {"declared": declared, "files": []})
        finally:
            os._exit(1)

    def score(self, calls: Sequence[Call]) -> list[Outcome]:
        """Make the calls, in order, in one fork; after one that ends the fork, in a new one."""
        outcomes: list[Outcome] = []
        hangs = 0
        while len(outcomes) < len(calls):
            outcomes += self._batch(calls[len(outcomes) :])
            hangs += outcomes[-1].hangs
            self._hangs += outcomes[-1].hangs
            if self._hangs == _PATIENT and outcomes[-1].hangs:
                self._limit = max(1.0, self._limit / 5)
            if hangs >= _MOST_HANGS:
                left = len(calls) - len(outcomes)
                outcomes += [Outcome(problem=NOT_CALLED)] * left
        return outcomes

    def _batch(self, calls: Sequence[Call]) -> list[Outcome]:
        """The outcomes up to and with the first call that ends the fork; at least one."""
        self._send({"calls": [[answer, dict(task)] for answer, task in calls]})
        outcomes: list[Outcome] = []
        fork = 0
        extended, ends = False, time.monotonic() + self._limit
        began = time.monotonic()
        while True:
            message = self._read(min(ends, self._ends))
            if len(outcomes) < len(calls) and time.monotonic() >= self._ends:
                self._kill(fork)
                raise TimeSpent
            if message is None:
                if time.monotonic() >= ends and not extended and _waits_for_cpu(fork, self._limit):
                    extended, ends = True, time.monotonic() + 2 * self._limit
                    continue
                late = time.monotonic() >= ends
                return self._after_silence(outcomes[: len(calls) - 1], fork, late=late)
            if isinstance(message.get("pid"), int):
                fork = message["pid"]
            elif message.get("number") == len(outcomes) and len(outcomes) < len(calls):
                outcomes.append(read_outcome(message))
                extended, ends = False, time.monotonic() + self._limit
                if self._pace is not None:
                    self._pace.note(time.monotonic() - began)
                began = time.monotonic()
            elif "end" in message:
                if len(outcomes) < len(calls):
                    outcomes.append(Outcome(problem=_ending(message["end"])))
                return outcomes

    def _after_silence(self, outcomes: list[Outcome], fork: int, *, late: bool) -> list[Outcome]:
        """Settle the call in progress: it hangs, or the whole process has ended."""
        if late:
            text = f"it did not return within {self._limit:.0f} s"
            outcomes.append(Outcome(problem=text, hangs=True))
        else:
            text = f"it ended the scorer's process{self._log_end()}"
            outcomes.append(Outcome(problem=text, hangs=True))
        self._kill(fork)
        if not (late and self._batch_ends()):
            self.close()
            with contextlib.suppress(ScorerFailed):
                self._start()
        return outcomes

    def _kill(self, fork: int) -> None:
        if fork > 1:
            with contextlib.suppress(OSError):
                os.killpg(fork, signal.SIGKILL)

    def _batch_ends(self) -> bool:
        """Whether the process says, within three seconds, that the batch has ended."""
        ends = time.monotonic() + 3.0
        while (message := self._read(ends)) is not None:
            if "end" in message:
                return True
        return False

    def _send(self, message: dict[str, Any]) -> None:
        with contextlib.suppress(OSError):
            self._sock.sendall(json.dumps(message).encode("ascii") + b"\n")

    def _read(self, ends: float) -> dict[str, Any] | None:
        """The next message; None at the end of the stream or of the time."""
        while True:
            line, newline, rest = self._buffer.partition(b"\n")
            if newline:
                self._buffer = rest
                with contextlib.suppress(ValueError, RecursionError):
                    message = json.loads(line)
                    if isinstance(message, dict):
                        return message
                continue
            try:
                ready, _, _ = select.select([self._sock], [], [], max(0.0, ends - time.monotonic()))
                chunk = self._sock.recv(1 << 16) if ready else b""
            except (OSError, ValueError):
                return None
            if not chunk:
                return None
            self._buffer += chunk

    def _log_end(self) -> str:
        with contextlib.suppress(OSError, ValueError):
            size = self._log.seek(0, os.SEEK_END)
            self._log.seek(max(0, size - 300))
            text = " ".join(self._log.read().decode("utf-8", "replace").split())
            return f": {text}" if text else ""
        return ""

    def close(self) -> None:
        """End the process and those that it started."""
        with contextlib.suppress(psutil.Error):
            for child in psutil.Process(self._pid).children(recursive=True):
                with contextlib.suppress(psutil.Error):
                    child.kill()
        with contextlib.suppress(OSError):
            os.kill(self._pid, signal.SIGKILL)
        if self._process is not None:
            self._process.wait()
        else:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self._pid, 0)
        self._sock.close()
        self._log.close()


def _waits_for_cpu(pid: int, limit: float) -> bool:
    """Whether a fork wants to run and got less than half of the time: the machine is busy."""
    with contextlib.suppress(psutil.Error, ValueError):
        process = psutil.Process(pid)
        times = process.cpu_times()
        return process.status() == psutil.STATUS_RUNNING and times.user + times.system < limit / 2
    return False


def _ending(status: Any) -> str:
    """What a wait status says, as a clause."""
    if not isinstance(status, int):
        return "it ended its process"
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        name = signal.Signals(number).name if number in list(signal.Signals) else str(number)
        return f"its process died of {name}"
    return f"it ended its process with exit status {os.WEXITSTATUS(status)}"
