"""Run a function in a fork of this process and get plain data back."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import json
import os
import random
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_PR_GET_CHILD_SUBREAPER = 37


@dataclass(frozen=True)
class ForkFailure:
    """A fork that gave no result: it hung, was killed, or exited. `reason` is a clause."""

    reason: str

    def __str__(self) -> str:
        return self.reason


def die_with_parent() -> None:
    """Have the kernel kill this process when its parent ends."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def adopt_orphans(adopt: bool = True) -> bool:
    """Have the kernel make this process the parent of descendants whose parent ends, or not.

    Returns:
        Whether it was so before.
    """
    before = ctypes.c_int()
    with contextlib.suppress(OSError, AttributeError):
        prctl = ctypes.CDLL(None).prctl
        prctl(_PR_GET_CHILD_SUBREAPER, ctypes.byref(before))
        prctl(_PR_SET_CHILD_SUBREAPER, int(adopt))
    return bool(before.value)


def freeze_objects() -> None:
    """Leave all objects of now out of garbage collections, which in a fork copy their memory."""
    gc.collect()
    gc.freeze()


def start_fork(
    work: Callable[[], Any], prepare: Callable[[Callable[[Any], None]], None] | None = None
) -> tuple[int, int]:
    """Fork; the child writes `work()` as a line of JSON to a pipe and exits.

    The child has a session of its own, ends with this process and has newly seeded generators. If
    `work` raises, the child prints the exception to standard error and exits with status 1.

    Args:
        work: makes the result; what JSON cannot express becomes its repr.
        prepare: called in the child before `work`, with a function that writes a result; the
            first result that is written counts.

    Returns:
        The child's pid and the end of the pipe to read from.
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
    """Flush both output streams, even if an environment replaced them by unusable objects."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):
            stream.flush()


def reseed_generators() -> None:
    """Give the global random generators a new state, which forks would otherwise share."""
    random.seed()
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(int.from_bytes(os.urandom(4), "little"))


def reap_fork(pid: int, data: bytes, *, timed_out: float | None) -> Any:
    """Kill a fork with its process group, reap it and return its result or a `ForkFailure`.

    Args:
        pid: the fork, from `start_fork`.
        data: what it wrote to its pipe.
        timed_out: its deadline in seconds if it has exceeded it, else None.
    """
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        _, status = os.waitpid(pid, 0)
        if timed_out is not None and not _is_complete(data):
            return ForkFailure(f"it did not return within {timed_out:.0f} s")
        if not _is_complete(data):
            return ForkFailure(_ending(status))
    with contextlib.suppress(ValueError):
        return json.loads(data)
    return ForkFailure("it gave no result")


def run_in_fork(work: Callable[[], Any], deadline: float = 20.0) -> Any:
    """`work()` in a fork, killed after `deadline` seconds: plain data, or a `ForkFailure`."""
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


def stream_from_fork(jobs: Sequence[Callable[[], Any]], deadline: float = 20.0) -> Iterator[Any]:
    """The results of jobs that one fork does in order, each as soon as it is there.

    Args:
        jobs: make the results, at least one.
        deadline: seconds for each job, after which the fork is killed.

    Returns:
        Plain data for each job, None for what is no JSON; a `ForkFailure` for the first that
        gives none, and then no more.
    """

    def all_but_last(write: Callable[[Any], None]) -> None:
        for job in jobs[:-1]:
            write(job())

    pid, reader = start_fork(jobs[-1], all_but_last)
    left, rest, timed_out = len(jobs), b"", None
    ends = time.monotonic() + deadline
    try:
        while left:
            if not select.select([reader], [], [], max(0.0, ends - time.monotonic()))[0]:
                timed_out = deadline
                break
            chunk = os.read(reader, 1 << 16)
            if not chunk:
                break
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines[:left]:
                yield json.loads(line) if _is_complete(line) else None
                left, ends = left - 1, time.monotonic() + deadline
    finally:
        os.close(reader)
        failure = reap_fork(pid, b"", timed_out=timed_out)
    if left:
        yield failure


def _is_complete(data: bytes) -> bool:
    """Whether data is JSON, so that nothing of it is missing."""
    try:
        json.loads(data)
    except (ValueError, RecursionError):
        return False
    return True


def _ending(status: int) -> str:
    """What a wait status says, as a clause."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        if number == signal.SIGKILL:  # ours as well: a fork that exited may have left children
            return "its process left or was killed without a result"
        return f"its process died of {signal.Signals(number).name}"
    return f"it ended the process with exit status {os.WEXITSTATUS(status)}"
