"""Trial runs of a small program, before the zygote accepts any order.

They warm the interpreter up, and show which pages every run touches and writes to.
"""

from __future__ import annotations

import contextlib
import os
import struct
from _socket import AF_UNIX, SCM_RIGHTS, SOCK_SEQPACKET, SOL_SOCKET, socket, socketpair
from collections.abc import Callable

from hallmark_rl.sandbox.child import runner
from hallmark_rl.sandbox.isolation import syscalls
from hallmark_rl.sandbox.isolation.fds import move_high
from hallmark_rl.sandbox.protocol import framing
from hallmark_rl.sandbox.protocol.codec import dumps, pack
from hallmark_rl.sandbox.zygote.memory import file_backed, page_pinning
from hallmark_rl.sandbox.zygote.memory.file_backed import FileBackedMemory

_PROGRAM = """
def solve(numbers, text):
    found = {}
    for number in numbers:
        if number % 2 == 0:
            found[str(number)] = [number, text.upper()]
    return found, len(text)
"""
_CALLS = [[[3, 1, 2], "The end."], [[], "a"], [[8], "One, two."]]
_ORDER = framing.Order(5.0, 5.0, 256 << 20, 0)
_WARM_UP_RUNS = 10  # CPython specializes code that has run eight times

ServeOne = Callable[[socket, Callable[[], None], Callable[[], None]], None]
"""Serves one order from a socket; the forked child calls the second argument before the run and the
third after it."""


class WarmupSession:
    """A trial run in a fork, and memory laid out by what it shows.

    It is created before the process is isolated, while `/proc` and io_uring can still be opened,
    and holds both until `close`.
    """

    def __init__(self) -> None:
        self._open = contextlib.ExitStack()
        self._proc = self._io_uring = -1
        with contextlib.suppress(OSError):
            self._proc = self._keep(os.open("/proc", os.O_PATH | os.O_DIRECTORY))
            self._io_uring = self._keep(page_pinning.open_io_uring())

    def _keep(self, descriptor: int) -> int:
        moved = move_high(descriptor)
        self._open.callback(os.close, moved)
        return moved

    def profile_pages(self, policy: str, seed: int, serve_one: ServeOne) -> None:
        """Back memory by a file, map the pages that a trial run touches, pin those it writes to.

        What the host does not allow is left out.
        """
        dumpable = syscalls.prctl(syscalls.PR_GET_DUMPABLE)
        with contextlib.suppress(OSError):
            syscalls.prctl(syscalls.PR_SET_DUMPABLE, 1)  # or /proc/self/pagemap would not open
            memory = self._open.enter_context(contextlib.closing(FileBackedMemory(self._proc)))
            watch = page_pinning.PageWatch(self._proc)
            _trial_run(watch, memory, policy, seed, serve_one)
            page_pinning.map_pages(watch.touched())
            page_pinning.pin(self._io_uring, watch.written())
        syscalls.prctl(syscalls.PR_SET_DUMPABLE, dumpable)

    def close(self) -> None:
        """Close everything that was opened before the isolation."""
        self._open.close()


def try_system_calls() -> str:
    """Make the system calls that laying out memory needs, for a child that may be killed for it.

    Returns an empty text; whether they succeed does not matter.
    """
    for attempt in (
        lambda: os.memfd_create("probe"),
        page_pinning.open_io_uring,
        file_backed.open_userfaultfd,
    ):
        with contextlib.suppress(OSError):
            attempt()
    return ""


def warm_interpreter(policy: str, seed: int) -> None:
    """Do runs in this process, until CPython has specialized the code that every run executes."""
    for _ in range(_WARM_UP_RUNS):
        data, other_end = socketpair()
        data.sendall(_job(policy, seed))
        runner.run(other_end.detach())
        data.close()
        runner.prepare_run(policy, seed)


def _job(policy: str, seed: int) -> bytes:
    job = {
        "source": _PROGRAM, "policy": policy, "entry": "solve", "fresh": False,
        "mutation": False, "seed": seed, "cpu_s": 5.0, "proxy": False,
        "calls": pack([[c, {}] for c in _CALLS]), "files": {},
    }  # fmt: skip
    return framing.frame(dumps(job))


def _trial_run(
    watch: page_pinning.PageWatch,
    memory: FileBackedMemory,
    policy: str,
    seed: int,
    serve_one: ServeOne,
) -> None:
    """Do one run in a fork, as the zygote will; the fork records its pages before it exits."""

    def record_and_exit() -> None:
        watch.record()
        runner.exit_process()

    job = _job(policy, seed)
    caller_end, zygote_end = (
        socket(fileno=move_high(end.detach())) for end in socketpair(AF_UNIX, SOCK_SEQPACKET)
    )
    data, run_end = socketpair()
    data.sendall(job)
    rights = struct.pack("3i", 0, 0, run_end.fileno())
    caller_end.sendmsg([_ORDER.to_bytes()], [(SOL_SOCKET, SCM_RIGHTS, rights)])
    run_end.close()
    data = socket(fileno=move_high(data.detach()))
    serve_one(zygote_end, memory.register_userfaultfd, record_and_exit)
    for end in (data, caller_end, zygote_end):
        end.close()
