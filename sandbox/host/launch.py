"""New interpreters for zygotes. It imports little: a command starts its zygote before all else."""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import sys
from _socket import AF_UNIX, SOCK_SEQPACKET, socket, socketpair
from importlib.util import find_spec

import hallmark_rl
from hallmark_rl.sandbox.api.levels import Policy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hallmark_rl.sandbox.host.zygote_client import Process

_BOOT = (
    "import sys; sys.path[:0] = sys.argv[7:]; a = sys.argv; "
    "from hallmark_rl.sandbox.zygote.bootstrap import main; "
    "main(int(a[1]), int(a[2]), a[3], int(a[4]), a[5] == 'True', a[6].split(','))"
)


class ZygoteError(Exception):
    """The zygote did not start, or is gone."""


class Started:
    """A zygote that has been started: the socket that commands it, and its process."""

    def __init__(self, control: socket, process: Process) -> None:
        self.control, self.process = control, process

    def end(self, patience_s: float) -> None:
        """Let it leave, or make it; nothing of it is left after this."""
        self.control.close()
        try:
            self.process.wait(patience_s)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.stderr:
            self.process.stderr.close()


def start(
    policy: Policy, seed: int = 0, virtual_clock: bool = False, omit: frozenset[str] = frozenset()
) -> Started:
    """A zygote in an interpreter of its own. Raises `ZygoteError` when it cannot be started."""
    control, theirs = socketpair(AF_UNIX, SOCK_SEQPACKET)
    arguments = [
        str(theirs.fileno()), str(os.getpid()),
        policy, str(seed), str(virtual_clock), ",".join(sorted(omit)),
    ]  # fmt: skip
    try:
        command = [_BOOT, *arguments, *import_path(policy)]
        return Started(control, interpreter(command, theirs, errors=subprocess.PIPE))
    except BaseException as error:
        control.close()
        if isinstance(error, OSError):
            raise ZygoteError(f"The zygote cannot be started: {error}.") from error
        raise
    finally:
        theirs.close()


def import_path(policy: Policy) -> list[str]:
    path = [os.path.dirname(os.path.abspath(hallmark_rl.__path__[0]))]
    if policy is Policy.RESTRICTED:
        spec = find_spec("RestrictedPython")
        if spec is None or spec.origin is None:
            raise ZygoteError(
                "The restricted policy needs the RestrictedPython package: install it."
            )
        path.append(os.path.dirname(os.path.dirname(spec.origin)))
    return path


class _Child(subprocess.Popen[bytes]):
    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end, and be told of it: `Popen` only looks for it, more and more seldom."""
        if timeout and self.returncode is None:
            with contextlib.suppress(ProcessLookupError):  # somebody else waited for it
                poller, handle = select.poll(), os.pidfd_open(self.pid)
                try:
                    poller.register(handle, select.POLLIN)
                    poller.poll(timeout * 1000)
                finally:
                    os.close(handle)
        return super().wait(timeout and 0)


def interpreter(command: list[str], keeps: socket, *, errors: int) -> subprocess.Popen[bytes]:
    """A new interpreter, with nothing of this one but the socket that it keeps."""
    bare = ["-P", "-s", "-S", *(["-B"] if sys.dont_write_bytecode else [])]
    return _Child(
        [sys.executable, *bare, "-c", *command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=errors,
        env={"PYTHONHASHSEED": "0", "LD_BIND_NOW": "1"},
        cwd="/",
        pass_fds=(keeps.fileno(),),
        process_group=0,  # not a session of its own: the scheduler would group it apart from us
    )
