"""A few runs before the walls close, to learn which memory every run writes to."""

from __future__ import annotations

import contextlib
import os
import struct
from _socket import AF_UNIX, SCM_RIGHTS, SHUT_WR, SOCK_SEQPACKET, SOL_SOCKET, socket, socketpair

from sandbox import child, pages, syscalls, wire, zygote
from sandbox.codec import dumps, pack
from sandbox.descriptors import aside

_PROGRAM = """
def solve(numbers, text):
    found = {}
    for number in numbers:
        if number % 2 == 0:
            found[str(number)] = [number, text.upper()]
    return found, len(text)
"""
_CALLS = ([[3, 1, 2], "The end."], [[], "a"], [[8], "One, two."])
_ORDER = wire.Order(5.0, 5.0, 256 << 20, 0)
_ROUNDS = 2


class Stage:
    """What a rehearsal needs of the world outside the walls: made before they rise."""

    def __init__(self) -> None:
        self._held = contextlib.ExitStack()
        self._ready = False
        with contextlib.suppress(OSError):
            self._processes = self._keep(os.open("/proc", os.O_PATH | os.O_DIRECTORY))
            self._ring = self._keep(pages.ring())
            self._ready = True

    def _keep(self, descriptor: int) -> int:
        moved = aside(descriptor)
        self._held.callback(os.close, moved)
        return moved

    def rehearse(self, language: str, seed: int, *, inside: bool) -> None:
        """Make the runs of this zygote faster, where the host lets it; nothing is held after."""
        dumpable = syscalls.prctl(syscalls.PR_GET_DUMPABLE)
        with self._held, contextlib.suppress(OSError):
            if self._ready:
                syscalls.prctl(syscalls.PR_SET_DUMPABLE, 1)  # or its page map would not open
                watch = pages.Watch(self._processes)
                _rehearse(watch, language, seed, inside)
                pages.pin(self._ring, watch.written())
        syscalls.prctl(syscalls.PR_SET_DUMPABLE, dumpable)


def _rehearse(watch: pages.Watch, language: str, seed: int, inside: bool) -> None:
    ours, theirs = (
        socket(fileno=aside(end.detach())) for end in socketpair(AF_UNIX, SOCK_SEQPACKET)
    )
    caller = os.fork()
    if not caller:
        try:
            theirs.close()
            _order_runs(ours, language, seed)
        finally:
            os._exit(0)
    ours.close()
    handle = aside(os.pidfd_open(caller))

    def last() -> None:
        watch.look(1)
        child.leave()

    zygote.serve(theirs, _nothing, inside=inside, forks=0, caller=handle, last=last)
    watch.look(0)
    theirs.close()
    os.close(handle)
    os.waitpid(caller, 0)


def _order_runs(control: socket, language: str, seed: int) -> None:
    """Be the caller."""
    head = {
        "source": _PROGRAM, "policy": language, "entry": "solve", "fresh": False,
        "mutation": False, "seed": seed, "proxy": False,
    }  # fmt: skip
    job = b"".join(wire.frame(dumps(form)) for form in (head, *(pack([c, {}]) for c in _CALLS)))
    for _ in range(_ROUNDS):
        data, far = socketpair()
        data.sendall(job)
        data.shutdown(SHUT_WR)
        rights = struct.pack("3i", 0, 0, far.fileno())
        control.sendmsg([_ORDER.to_bytes()], [(SOL_SOCKET, SCM_RIGHTS, rights)])
        far.close()
        control.recv(wire.REPORT_BYTES)
    control.shutdown(SHUT_WR)
    control.recv(1)  # the zygote has seen enough


def _nothing() -> None:
    return
