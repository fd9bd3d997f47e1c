"""Start a zygote in a new interpreter.

A command starts its zygote before it imports anything else, so this module imports little.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
from _socket import AF_UNIX, SOCK_SEQPACKET, socket, socketpair
from importlib.util import find_spec

import hallmark_rl
from hallmark_rl.sandbox.api.language_policy import Policy

TYPE_CHECKING = False  # type checkers know the name; importing `typing` takes time
if TYPE_CHECKING:
    from typing import IO, Protocol

    class Process(Protocol):
        """A process, as far as a caller needs it: a `Popen`, or a fork of a `ZygotePrewarmer`.

        `has_pidfds` is whether this host is known to have pidfds.
        """

        has_pidfds: bool

        @property
        def pid(self) -> int: ...
        @property
        def stderr(self) -> IO[bytes] | None: ...
        def wait(self, timeout: float | None = None) -> object: ...
        def kill(self) -> None: ...


_BOOT = (
    "import sys; sys.path[:0] = sys.argv[7:]; a = sys.argv; "
    "from hallmark_rl.sandbox.zygote.bootstrap import main; "
    "main(int(a[1]), int(a[2]), a[3], int(a[4]), a[5] == 'True', a[6].split(','))"
)


class ZygoteError(Exception):
    """The zygote did not start, or has ended."""


class ZygoteProcess:
    """A zygote that has been started: its process, and the socket that it takes orders from."""

    def __init__(self, control: socket, process: Process) -> None:
        self.control, self.process = control, process

    def answered(self) -> None:
        """Note that the zygote is ready, for which it needed a pidfd."""
        self.process.has_pidfds = True

    def stop(self, grace_s: float) -> None:
        """Let the zygote exit by itself for `grace_s` seconds, then kill it. Can be repeated."""
        self.control.close()
        try:
            self.process.wait(grace_s)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.stderr:
            self.process.stderr.close()


def start_zygote(
    policy: Policy, seed: int = 0, virtual_clock: bool = False, omit: frozenset[str] = frozenset()
) -> ZygoteProcess:
    """Start a zygote in a new interpreter; raises `ZygoteError` if that fails.

    Returns before the zygote is ready. `omit` names mechanisms to leave out, for tests.
    """
    control, zygote_end = socketpair(AF_UNIX, SOCK_SEQPACKET)
    arguments = [
        str(zygote_end.fileno()), str(os.getpid()),
        policy, str(seed), str(virtual_clock), ",".join(sorted(omit)),
    ]  # fmt: skip
    try:
        command = [_BOOT, *arguments, *import_path(policy)]
        process = start_interpreter(command, zygote_end, stderr=subprocess.PIPE)
        return ZygoteProcess(control, process)
    except BaseException as error:
        control.close()
        if isinstance(error, OSError):
            raise ZygoteError(f"The zygote cannot be started: {error}.") from error
        raise
    finally:
        zygote_end.close()


def import_path(policy: Policy) -> list[str]:
    """The folders that a zygote imports from, beside the standard library."""
    path = [os.path.dirname(os.path.abspath(hallmark_rl.__path__[0]))]
    if policy is Policy.RESTRICTED:
        spec = find_spec("RestrictedPython")
        if spec is None or spec.origin is None:
            raise ZygoteError(
                "The restricted policy needs the RestrictedPython package: install it."
            )
        path.append(os.path.dirname(os.path.dirname(spec.origin)))
    return path


class _InterpreterProcess(subprocess.Popen[bytes]):
    has_pidfds = False

    def wait(self, timeout: float | None = None) -> int:
        """Wait on a pidfd, which wakes at once; `Popen` polls, at intervals that grow to 50 ms.

        Not on a host that is not known to have pidfds, where asking for one may kill this process.
        """
        if timeout and self.has_pidfds and self.poll() is None:
            poller, handle = select.poll(), os.pidfd_open(self.pid)
            try:
                poller.register(handle, select.POLLIN)
                poller.poll(timeout * 1000)
            finally:
                os.close(handle)
            timeout = 0
        return super().wait(timeout)


def start_interpreter(command: list[str], inherited: socket, *, stderr: int) -> _InterpreterProcess:
    """Run `command` (code and arguments) in a new interpreter with an empty environment.

    Of this process's descriptors it has only `inherited`, and `stderr` as `Popen` defines it.
    """
    options = ["-P", "-s", "-S", *(["-B"] if sys.dont_write_bytecode else [])]
    return _InterpreterProcess(
        [sys.executable, *options, "-c", *command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=stderr,
        env={"PYTHONHASHSEED": "0", "LD_BIND_NOW": "1"},
        cwd="/",
        pass_fds=(inherited.fileno(),),
        process_group=0,  # in the caller's session: autogroup scheduling goes by session
    )
