"""The caller's end of a zygote: start it, hear what it can promise, order runs, end it."""

from __future__ import annotations

import array
import contextlib
import os
import select
import subprocess
import sys
from _socket import AF_UNIX, SCM_RIGHTS, SOCK_SEQPACKET, SOL_SOCKET, socket, socketpair
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import IO, Protocol

from sandbox import wire
from sandbox.affinity import Place
from sandbox.channels import Pipes
from sandbox.codec import loads
from sandbox.limits import Policy
from sandbox.outcome import Isolation

_START_S = 20.0
_HELLO_BYTES = 64 << 10
_BOOT = (
    "import sys; sys.path[:0] = sys.argv[7:]; from sandbox.start import main; a = sys.argv; "
    "main(int(a[1]), int(a[2]), a[3], int(a[4]), a[5] == 'True', a[6].split(','))"
)


class ZygoteError(Exception):
    """The zygote did not start, or is gone."""


@dataclass(frozen=True)
class Breed:
    """What makes two zygotes interchangeable. `omit` leaves walls out, for tests of the others."""

    policy: Policy
    seed: int = 0
    virtual_clock: bool = False
    omit: frozenset[str] = frozenset()


class Process(Protocol):
    """What is needed of a zygote's process: a `Popen`, or one that a hatchery forked."""

    @property
    def pid(self) -> int: ...
    @property
    def stderr(self) -> IO[bytes] | None: ...
    def wait(self, timeout: float | None = None) -> object: ...
    def kill(self) -> None: ...


hatcheries: dict[Breed, Callable[[socket, frozenset[str]], Process]] = {}
"""The open hatcheries of this process, and of those that it was forked from."""


def import_path(policy: Policy) -> list[str]:
    path = [os.path.dirname(os.path.dirname(os.path.abspath(__file__)))]
    if policy is Policy.RESTRICTED:
        spec = find_spec("RestrictedPython")
        if spec is None or spec.origin is None:
            raise ZygoteError(
                "The restricted policy needs the RestrictedPython package: install it."
            )
        path.append(os.path.dirname(os.path.dirname(spec.origin)))
    return path


class Zygote:
    """One zygote process and the socket that commands it. Not thread-safe: one run at a time."""

    def __init__(self, breed: Breed) -> None:
        self._owner, self.seed = os.getpid(), breed.seed
        ours, theirs = socketpair(AF_UNIX, SOCK_SEQPACKET)
        try:
            self._process = _spawn(breed, theirs)
        except OSError as error:
            ours.close()
            raise ZygoteError(f"The zygote cannot be started: {error}.") from error
        finally:
            theirs.close()
        self.control = ours
        self._pipes: Pipes | None = None
        self.place: Place | None = None
        try:
            self.isolation, self.forks, self.breaches = self._hear()
            with contextlib.suppress(OSError):
                self.place = Place(self.pid)
        except BaseException:
            self.end()
            raise
        ours.setblocking(False)

    def _hear(self) -> tuple[Isolation, bool, tuple[str, ...]]:
        self.control.settimeout(_START_S)
        try:
            hello = self.control.recv(_HELLO_BYTES)
        except TimeoutError:
            raise ZygoteError(f"The zygote said nothing for {_START_S:.0f} s.") from None
        except OSError as error:
            raise ZygoteError(f"The zygote cannot be heard: {error}.") from error
        if not hello:
            errors = self._process.stderr.read() if self._process.stderr else b""
            last = errors.decode("utf-8", "replace").strip().rsplit("\n", 1)[-1]
            raise ZygoteError(f"The zygote ended while it started: {last or 'without a word'}.")
        said = loads(hello)
        missing = [*said["missing"], *(f"a canary could {act}" for act in said["breaches"])]
        isolation = Isolation(said["level"], tuple(said["mechanisms"]), tuple(missing))
        return isolation, said["forks"], tuple(said["breaches"])

    @property
    def pid(self) -> int:
        """The process this caller started: its death is the zygote's."""
        return self._process.pid

    @property
    def usable(self) -> bool:
        """False in a process forked from the one that started the zygote."""
        return self._owner == os.getpid()

    def order(self, order: wire.Order, descriptors: list[int]) -> None:
        """Have a child forked that owns `descriptors`, as `Channels.theirs` orders them."""
        rights = array.array("i", descriptors)
        try:
            self.control.sendmsg([order.to_bytes()], [(SOL_SOCKET, SCM_RIGHTS, rights)])
        except OSError as error:
            raise ZygoteError(f"The zygote is gone: {error}.") from error

    def pipes(self) -> Pipes | None:
        """Pipes for the next run, if there are any."""
        pipes, self._pipes = self._pipes, None
        return pipes

    def keep(self, pipes: Pipes, *, unused: bool) -> None:
        """Take the pipes of a run that has ended, for the next if they are as good as new.

        They are when nothing was ever written to them: with the run, all who held them are gone,
        and at `kernel` nobody could have changed them or opened them anew.
        """
        if unused and self.isolation.level == "kernel" and len(pipes.readers) == 2:
            self._pipes = pipes
        else:
            pipes.close()

    def kill_run(self) -> None:
        """End the run in progress; without one this does nothing."""
        with contextlib.suppress(OSError):
            self.control.send(wire.KILL)

    def report(self) -> wire.Report | None:
        """The report of a run that has ended; None when there is none yet."""
        try:
            data = self.control.recv(wire.REPORT_BYTES)
        except BlockingIOError:
            return None
        except OSError as error:
            raise ZygoteError(f"The zygote is gone: {error}.") from error
        if len(data) != wire.REPORT_BYTES:
            raise ZygoteError("The zygote is gone.")
        return wire.Report.from_bytes(data)

    def end(self, *, patience_s: float = 1.0) -> None:
        """Let the zygote leave, or make it; nothing of it is left after this."""
        self.control.close()
        if pipes := self.pipes():
            pipes.close()
        if self._owner != os.getpid():
            return
        try:
            self._process.wait(patience_s)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stderr:
            self._process.stderr.close()


def _spawn(breed: Breed, control: socket) -> Process:
    if hatch := hatcheries.get(replace(breed, omit=frozenset())):
        with contextlib.suppress(OSError):
            return hatch(control, breed.omit)
    arguments = [
        str(control.fileno()), str(os.getpid()),
        breed.policy, str(breed.seed), str(breed.virtual_clock), ",".join(sorted(breed.omit)),
    ]  # fmt: skip
    return interpreter(
        [_BOOT, *arguments, *import_path(breed.policy)], control, errors=subprocess.PIPE
    )


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
