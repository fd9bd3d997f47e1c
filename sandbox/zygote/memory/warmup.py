"""Runs before the walls close: to practise, and to learn which memory every run writes to."""

from __future__ import annotations

import contextlib
import os
import struct
from _socket import AF_UNIX, SCM_RIGHTS, SOCK_SEQPACKET, SOL_SOCKET, socket, socketpair

from hallmark_rl.sandbox.child import runner
from hallmark_rl.sandbox.isolation import syscalls
from hallmark_rl.sandbox.protocol import framing
from hallmark_rl.sandbox.protocol.codec import dumps, pack
from hallmark_rl.sandbox.zygote import server
from hallmark_rl.sandbox.zygote.fds import aside
from hallmark_rl.sandbox.zygote.memory import page_pinning
from hallmark_rl.sandbox.zygote.memory.file_backed import Shelf

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
_PRACTICE = 10  # CPython adapts what it has run eight times


class Stage:
    """What a rehearsal needs of the world outside the walls: made before they rise."""

    def __init__(self) -> None:
        self._held = contextlib.ExitStack()
        self._processes = self._ring = -1
        with contextlib.suppress(OSError):
            self._processes = self._keep(os.open("/proc", os.O_PATH | os.O_DIRECTORY))
            self._ring = self._keep(page_pinning.ring())

    def _keep(self, descriptor: int) -> int:
        moved = aside(descriptor)
        self._held.callback(os.close, moved)
        return moved

    def rehearse(self, language: str, seed: int, *, inside: bool) -> None:
        """Make the runs of this zygote faster, where the host lets it."""
        dumpable = syscalls.prctl(syscalls.PR_GET_DUMPABLE)
        with contextlib.suppress(OSError):
            syscalls.prctl(syscalls.PR_SET_DUMPABLE, 1)  # or its page map would not open
            shelf = self._held.enter_context(contextlib.closing(Shelf(self._processes)))
            watch = page_pinning.Watch(self._processes)
            _rehearse(watch, shelf, language, seed, inside)
            page_pinning.map_in(watch.touched())
            page_pinning.pin(self._ring, watch.written())
        syscalls.prctl(syscalls.PR_SET_DUMPABLE, dumpable)

    def leave(self) -> None:
        """Hold nothing of the world outside any longer."""
        self._held.close()


def practise(language: str, seed: int) -> None:
    """Do runs in this process, until the interpreter has adapted their code to what they do."""
    for _ in range(_PRACTICE):
        data, far = socketpair()
        data.sendall(_job(language, seed))
        runner.run(far.detach())
        data.close()
        runner.prepare(language, seed)


def _job(language: str, seed: int) -> bytes:
    job = {
        "source": _PROGRAM, "policy": language, "entry": "solve", "fresh": False,
        "mutation": False, "seed": seed, "proxy": False, "calls": pack([[c, {}] for c in _CALLS]),
    }  # fmt: skip
    return framing.frame(dumps(job))


def _rehearse(
    watch: page_pinning.Watch, shelf: Shelf, language: str, seed: int, inside: bool
) -> None:
    def last() -> None:
        watch.look()
        runner.leave()

    job = _job(language, seed)
    ours, theirs = (
        socket(fileno=aside(end.detach())) for end in socketpair(AF_UNIX, SOCK_SEQPACKET)
    )
    service = server.Service(theirs, shelf.follow, inside=inside, forks=0, last=last)
    data, far = socketpair()
    data.sendall(job)
    rights = struct.pack("3i", 0, 0, far.fileno())
    ours.sendmsg([_ORDER.to_bytes()], [(SOL_SOCKET, SCM_RIGHTS, rights)])
    far.close()
    data = socket(fileno=aside(data.detach()))
    service.next()
    for end in (data, ours, theirs):
        end.close()
