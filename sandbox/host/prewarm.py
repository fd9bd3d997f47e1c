"""A hatchery: a warm interpreter that zygotes are forked from, instead of being started anew.

    with Hatchery():
        ...  # each fork of this process that opens a Sandbox has it in a third of the time

It is worth its process where many processes have a sandbox each, as in a test suite that forks.
It is started behind no wall and never sees a program; what it forks raises its own walls, sends its
own canary and is watched like any other zygote.
"""

from __future__ import annotations

import array
import os
import select
import signal
import socket
import subprocess
from collections.abc import Iterable
from contextlib import suppress
from types import TracebackType

from hallmark_rl.sandbox.api.levels import Policy
from hallmark_rl.sandbox.host import launch, zygote_client
from hallmark_rl.sandbox.host.launch import Started

_ANSWER_S = 20.0
_BOOT = (
    "import sys; sys.path[:0] = sys.argv[5:]; a = sys.argv; "
    "from hallmark_rl.sandbox.zygote.bootstrap import fork_zygotes; "
    "fork_zygotes(int(a[1]), a[2], int(a[3]), a[4] == 'True')"
)


class Hatchery:
    """While it is open, this process and its forks get their zygotes from it.

    `policy`, `seed` and `virtual_clock` are those of the sandboxes it is for; others start theirs
    as if there were no hatchery, and so do all when it is gone. It ends with `close`, or when the
    last process that could ask it has ended, however that ended.
    """

    def __init__(
        self,
        policy: Policy | str = Policy.RESTRICTED,
        *,
        seed: int = 0,
        virtual_clock: bool = False,
    ) -> None:
        self._breed = zygote_client.Breed(Policy(policy), seed, virtual_clock)
        self._owner = os.getpid()
        self._orders, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            arguments = [str(theirs.fileno()), self._breed.policy, str(seed), str(virtual_clock)]
            path = launch.import_path(self._breed.policy)
            self._process = launch.interpreter(
                [_BOOT, *arguments, *path], theirs, errors=subprocess.DEVNULL
            )
        zygote_client.hatcheries[self._breed] = self.hatch

    def __enter__(self) -> Hatchery:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the hatchery; the zygotes that came from it stay."""
        zygote_client.hatcheries.pop(self._breed, None)
        self._orders.close()
        if self._owner == os.getpid():
            self._process.kill()
            self._process.wait()

    def hatch(self, omit: Iterable[str]) -> Started:
        """A zygote; raises `OSError` if there is no hatchery any more."""
        ours, control = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        errors, theirs = os.pipe()
        answer, question = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        watch = os.pidfd_open(os.getpid())
        try:
            rights = array.array("i", [control.fileno(), watch, theirs, question.fileno()])
            ancillary = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)]
            self._orders.sendmsg([b"fork " + ",".join(omit).encode()], ancillary)
            question.close()  # a hatchery that ends without an answer ends the wait for it
            answer.settimeout(_ANSWER_S)
            said, handles, _, _ = socket.recv_fds(answer, 32, 1)
            if not handles:
                raise OSError("the hatchery is gone")
            return Started(ours, Hatched(int(said), handles[0], errors))
        except BaseException:
            ours.close()
            os.close(errors)
            raise
        finally:
            control.close()
            for descriptor in (theirs, watch):
                os.close(descriptor)
            question.close()
            answer.close()


class Hatched:
    """A zygote's process that is no child of the caller's; as much of `Popen` as a caller needs."""

    def __init__(self, pid: int, handle: int, errors: int) -> None:
        self.pid = pid
        self.stderr = open(errors, "rb")  # noqa: SIM115
        self._handle = handle

    def wait(self, timeout: float | None = None) -> None:
        """Wait for its end, or raise `subprocess.TimeoutExpired`."""
        if self._handle < 0:
            return
        poller = select.poll()
        poller.register(self._handle, select.POLLIN)
        if timeout is not None and not poller.poll(timeout * 1000):
            raise subprocess.TimeoutExpired("zygote", timeout)
        poller.poll()
        os.close(self._handle)
        self._handle = -1

    def kill(self) -> None:
        """End it."""
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._handle, signal.SIGKILL)
