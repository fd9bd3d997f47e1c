"""The caller's end of a zygote: start it, hear what it can promise, order runs, end it."""

from __future__ import annotations

import array
import contextlib
import os
from _socket import SCM_RIGHTS, SOL_SOCKET
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import IO, Protocol

from hallmark_rl.sandbox.api.levels import Policy
from hallmark_rl.sandbox.api.outcome import Isolation
from hallmark_rl.sandbox.host import launch
from hallmark_rl.sandbox.host.cpu_affinity import Place
from hallmark_rl.sandbox.host.launch import Started, ZygoteError
from hallmark_rl.sandbox.host.pipes import Lines
from hallmark_rl.sandbox.protocol import framing
from hallmark_rl.sandbox.protocol.codec import loads

_START_S = 20.0
_HELLO_BYTES = 64 << 10


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


hatcheries: dict[Breed, Callable[[frozenset[str]], Started]] = {}
"""Who has zygotes for this process: open hatcheries, also those of whom it was forked from."""


class Zygote:
    """One zygote process and the socket that commands it. Not thread-safe: one run at a time."""

    def __init__(self, breed: Breed) -> None:
        self._owner, self.seed = os.getpid(), breed.seed
        self._started = _start(breed)
        self.control = self._started.control
        self._lines: Lines | None = None
        self.place: Place | None = None
        try:
            self.isolation, self.forks, self.breaches = self._hear()
            with contextlib.suppress(OSError):
                self.place = Place(self.pid)
        except BaseException:
            self.end()
            raise
        self.control.setblocking(False)

    def _hear(self) -> tuple[Isolation, bool, tuple[str, ...]]:
        self.control.settimeout(_START_S)
        try:
            hello = self.control.recv(_HELLO_BYTES)
        except TimeoutError:
            raise ZygoteError(f"The zygote said nothing for {_START_S:.0f} s.") from None
        except OSError as error:
            raise ZygoteError(f"The zygote cannot be heard: {error}.") from error
        if not hello:
            errors = stderr.read() if (stderr := self._started.process.stderr) else b""
            last = errors.decode("utf-8", "replace").strip().rsplit("\n", 1)[-1]
            raise ZygoteError(f"The zygote ended while it started: {last or 'without a word'}.")
        said = loads(hello)
        permitted = said["permitted_acts"]
        missing = [*said["missing"], *(f"the self-test could {act}" for act in permitted)]
        isolation = Isolation(said["level"], tuple(said["mechanisms"]), tuple(missing))
        return isolation, said["forks"], tuple(permitted)

    @property
    def pid(self) -> int:
        """The process this caller started: its death is the zygote's."""
        return self._started.process.pid

    @property
    def usable(self) -> bool:
        """False in a process forked from the one that started the zygote."""
        return self._owner == os.getpid()

    def order(self, order: framing.Order, descriptors: list[int]) -> None:
        """Have a child forked that owns `descriptors`, as `Channels.theirs` orders them."""
        rights = array.array("i", descriptors)
        try:
            self.control.sendmsg([order.to_bytes()], [(SOL_SOCKET, SCM_RIGHTS, rights)])
        except OSError as error:
            raise ZygoteError(f"The zygote is gone: {error}.") from error

    def lines(self) -> Lines | None:
        """Lines for the next run, if there are any."""
        lines, self._lines = self._lines, None
        return lines

    def keep(self, lines: Lines, *, unused: bool) -> None:
        """Take the lines of a run that has ended, for the next if they are as good as new.

        They are when nothing is left in them, and nothing was ever written to the pipes: with the
        run, all who held them are gone, and at `kernel` nobody could have changed them or opened
        them anew.
        """
        if unused and self.isolation.level == "kernel":
            self._lines = lines
        else:
            lines.close()

    def kill_run(self) -> None:
        """End the run in progress; without one this does nothing."""
        with contextlib.suppress(OSError):
            self.control.send(framing.KILL)

    def report(self) -> framing.Report | None:
        """The report of a run that has ended; None when there is none yet."""
        try:
            data = self.control.recv(framing.REPORT_BYTES)
        except BlockingIOError:
            return None
        except OSError as error:
            raise ZygoteError(f"The zygote is gone: {error}.") from error
        if len(data) != framing.REPORT_BYTES:
            raise ZygoteError("The zygote is gone.")
        return framing.Report.from_bytes(data)

    def end(self, *, patience_s: float = 1.0) -> None:
        """Let the zygote leave, or make it; nothing of it is left after this."""
        if lines := self.lines():
            lines.close()
        if self.usable:
            self._started.end(patience_s)
        else:
            self.control.close()


def _start(breed: Breed) -> Started:
    if hatch := hatcheries.get(replace(breed, omit=frozenset())):
        with contextlib.suppress(OSError):
            return hatch(breed.omit)
    return launch.start(breed.policy, breed.seed, breed.virtual_clock, breed.omit)
