"""Fork zygotes from one warm interpreter, instead of starting an interpreter for each.

    with ZygotePrewarmer():
        ...  # a fork of this process that opens a Sandbox has it in a third of the time

This is worth an extra process where many processes open a sandbox each, as in a test suite that
forks. The warm interpreter is not confined, and never receives a program. Each zygote that is
forked from it confines and tests itself as every zygote does.
"""

from __future__ import annotations

import array
import os
import select
import signal
import socket
import subprocess
from collections.abc import Iterable
from contextlib import closing, suppress

from hallmark_rl.sandbox.api.language_policy import Policy
from hallmark_rl.sandbox.host import launch, zygote_client
from hallmark_rl.sandbox.host.launch import ZygoteProcess

_ANSWER_S = 20.0
_BOOT = (
    "import sys; sys.path[:0] = sys.argv[3:]; "
    "from hallmark_rl.sandbox.zygote.bootstrap import WarmUp, fork_zygotes; "
    "fork_zygotes(int(sys.argv[1]), WarmUp.from_text(sys.argv[2]))"
)


class ZygotePrewarmer:
    """While it is open, the sandboxes of this process and of its forks get their zygotes from it.

    It serves sandboxes with the same `policy`, `seed`, `virtual_clock` and `packages`; all others
    start their zygotes as usual, and so do all when its interpreter has died. The interpreter ends
    with `close` or when the last process that could use it has ended. With `always_try`, each
    zygote tries its isolation steps in a child first; without, what has worked for one needs no
    trial (docs/decisions/0012-proven-isolation-steps.md). Raises `ZygoteError` or `OSError` if it
    cannot be started, and `ValueError` for packages as `Sandbox` does.
    """

    def __init__(
        self,
        policy: Policy | str = Policy.RESTRICTED,
        *,
        seed: int = 0,
        virtual_clock: bool = False,
        packages: Iterable[str] = (),
        always_try: bool = False,
    ) -> None:
        self._word = b"try " if always_try else b"fork "
        self._spec = spec = zygote_client.ZygoteSpec.of(policy, seed, virtual_clock, packages)
        self._owner = os.getpid()
        self._orders, interpreter_end = launch.socket_pair()
        with closing(interpreter_end):
            plan = launch.warm_up_text(spec.policy, seed, virtual_clock, spec.packages)
            arguments = [str(interpreter_end.fileno()), plan]
            path = launch.import_path(self._spec.policy)
            self._process = launch.start_interpreter(
                [_BOOT, *arguments, *path], interpreter_end, stderr=subprocess.DEVNULL
            )
        zygote_client.prewarmed_forks[self._spec] = self.fork_zygote

    def __enter__(self) -> ZygotePrewarmer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the warm interpreter; zygotes that were forked from it go on."""
        zygote_client.prewarmed_forks.pop(self._spec, None)
        self._orders.close()
        if self._owner == os.getpid():
            self._process.kill()
            self._process.wait()

    def fork_zygote(self, omit: Iterable[str]) -> ZygoteProcess:
        """Fork a zygote that leaves out the mechanisms `omit`.

        Raises `OSError` if the warm interpreter has ended.
        """
        control, zygote_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        errors, errors_end = os.pipe()
        answer, answer_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        caller = os.pidfd_open(os.getpid())
        try:
            passed = [zygote_end.fileno(), caller, errors_end, answer_end.fileno()]
            ancillary = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", passed))]
            self._orders.sendmsg([self._word + ",".join(omit).encode()], ancillary)
            answer_end.close()  # so that the wait ends if the interpreter ends without an answer
            answer.settimeout(_ANSWER_S)
            pid, handles, _, _ = socket.recv_fds(answer, 32, 1)
            if not handles:
                raise OSError("the warm interpreter has ended")
            return ZygoteProcess(control, ForkedZygote(int(pid), handles[0], errors))
        except BaseException:
            control.close()
            os.close(errors)
            raise
        finally:
            zygote_end.close()
            for descriptor in (errors_end, caller):
                os.close(descriptor)
            answer_end.close()
            answer.close()


class ForkedZygote:
    """A zygote's process that is not a child of this process: the part of `Popen` that is needed.

    `pidfd` refers to the process, `errors` is the descriptor to read its stderr from.
    """

    has_pidfds = True

    def __init__(self, pid: int, pidfd: int, errors: int) -> None:
        self.pid = pid
        self.stderr = open(errors, "rb")  # noqa: SIM115
        self._pidfd = pidfd

    def wait(self, timeout: float | None = None) -> None:
        """Wait until the process has ended; raises `subprocess.TimeoutExpired` after `timeout`."""
        if self._pidfd < 0:
            return
        poller = select.poll()
        poller.register(self._pidfd, select.POLLIN)
        if timeout is not None and not poller.poll(timeout * 1000):
            raise subprocess.TimeoutExpired("zygote", timeout)
        poller.poll()
        os.close(self._pidfd)
        self._pidfd = -1

    def kill(self) -> None:
        """Kill the process, if it has not ended."""
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)
