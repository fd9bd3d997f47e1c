"""Run a function in a fork of this process and get plain data back, or the way in which it died."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import random
import select
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

_PDEATHSIG = 1
_SUBREAPER = 36


@dataclass(frozen=True)
class ForkFailure:
    """A fork that gave no result: it hung, was killed, or left."""

    reason: str

    def __str__(self) -> str:
        return self.reason


def die_with_parent() -> None:
    """Have the kernel end this process when its parent ends."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PDEATHSIG, signal.SIGKILL)


def adopt_orphans() -> None:
    """Have the kernel make this process the parent of what its descendants leave behind."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_SUBREAPER, 1)


def start_fork(
    work: Callable[[], Any], prepare: Callable[[Callable[[Any], None]], None] | None = None
) -> tuple[int, int]:
    """Fork; the child writes the JSON of `work()` to a pipe. Returns its pid and the pipe.

    `prepare` is called first, with a function that writes a result in place of `work`'s.
    """
    reader, writer = os.pipe()
    flush_output()
    pid = os.fork()
    if pid:
        os.close(writer)
        return pid, reader
    try:
        os.close(reader)
        os.setsid()
        die_with_parent()
        reseed_generators()

        def write(result: Any) -> None:
            data = json.dumps(result, default=repr).encode() + b"\n"
            while data:
                data = data[os.write(writer, data) :]

        if prepare is not None:
            prepare(write)
        write(work())
        os._exit(0)
    except BaseException as error:
        with contextlib.suppress(BaseException):
            sys.stderr.write(f"{type(error).__name__}: {error}\n")
            sys.stderr.flush()
        os._exit(1)


def flush_output() -> None:
    """Write out what is printed so far, whatever an environment made of the two streams."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):
            stream.flush()


def reseed_generators() -> None:
    """Give the global generators a state of their own: forks would otherwise share one."""
    random.seed()
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(int.from_bytes(os.urandom(4), "little"))


def reap_fork(pid: int, data: bytes, *, timed_out: float | None) -> Any:
    """Reap a fork and everything it started; its result, or how it died."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        _, status = os.waitpid(pid, 0)
        if timed_out is not None and not _whole(data):
            return ForkFailure(f"it did not return within {timed_out:.0f} s")
        if not _whole(data):
            return ForkFailure(_ending(status))
    with contextlib.suppress(ValueError):
        return json.loads(data)
    return ForkFailure("it gave no result")


def run_in_fork(work: Callable[[], Any], deadline: float = 20.0) -> Any:
    """`work()` in a fork: its result as plain data, or a `Death`."""
    pid, reader = start_fork(work)
    chunks: list[bytes] = []
    ends = time.monotonic() + deadline
    timed_out: float | None = None
    while True:
        ready, _, _ = select.select([reader], [], [], max(0.0, ends - time.monotonic()))
        if not ready:
            timed_out = deadline
            break
        chunk = os.read(reader, 1 << 16)
        if not chunk:
            break
        chunks.append(chunk)
        if chunk.endswith(b"\n"):
            break
    os.close(reader)
    return reap_fork(pid, b"".join(chunks), timed_out=timed_out)


def _whole(data: bytes) -> bool:
    try:
        json.loads(data)
    except ValueError:
        return False
    return True


def _ending(status: int) -> str:
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        if number == signal.SIGKILL:
            return "its process left or was killed without a result"
        return f"its process died of {signal.Signals(number).name}"
    return f"it ended the process with exit status {os.WEXITSTATUS(status)}"
