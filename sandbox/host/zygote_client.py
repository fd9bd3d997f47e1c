"""The caller's side of a zygote: wait until it is ready, order runs, read reports, stop it."""

from __future__ import annotations

import array
import contextlib
import os
import signal
from _socket import SCM_RIGHTS, SOL_SOCKET, socket
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from hallmark_rl.sandbox.api.language_policy import PACKAGES_WITH_RULES, Policy
from hallmark_rl.sandbox.api.outcome import Isolation
from hallmark_rl.sandbox.host import launch
from hallmark_rl.sandbox.host.cpu_affinity import ZygoteCpus
from hallmark_rl.sandbox.host.launch import ZygoteError, ZygoteProcess
from hallmark_rl.sandbox.host.pipes import RunPipes
from hallmark_rl.sandbox.isolation.signals import signal_name
from hallmark_rl.sandbox.protocol import framing
from hallmark_rl.sandbox.protocol.codec import loads

PERMITTED, UNTESTED = "the self-test could ", "the self-test could not try to "
"""What comes before the name of a forbidden act in `Isolation.missing`: of one that succeeded, and
of one whose child ended; then ": " and how it ended follow the name."""
START_S, START_WITH_PACKAGES_S = 20.0, 120.0
"""How long a zygote may take until it is ready, and how long one that loads packages may take."""
_END_S = 1.0
_HELLO_BYTES = 64 << 10


@dataclass(frozen=True)
class ZygoteSpec:
    """What a zygote is started with. `omit` names mechanisms to leave out, for tests."""

    policy: Policy
    seed: int = 0
    virtual_clock: bool = False
    omit: frozenset[str] = frozenset()
    packages: tuple[str, ...] = ()
    folders: bool = False

    @classmethod
    def of(
        cls, policy: Policy | str, seed: int, virtual_clock: bool, packages: Iterable[str]
    ) -> ZygoteSpec:
        """A specification without those packages that no program under `policy` could import."""
        usable = tuple(
            name
            for name in packages
            if policy != Policy.RESTRICTED or name.partition(".")[0] in PACKAGES_WITH_RULES
        )
        return cls(Policy(policy), seed, virtual_clock, packages=usable)


class ZygoteRefused(Exception):
    """A zygote cannot be as its caller wants it, and would not be next time; the text says why."""


prewarmed_forks: dict[ZygoteSpec, Callable[[frozenset[str]], ZygoteProcess]] = {}
"""The `fork_zygote` of each open `ZygotePrewarmer`, including those that this process inherited."""


def start_or_fork(spec: ZygoteSpec) -> ZygoteProcess:
    """Start a zygote: a fork of a `ZygotePrewarmer` if one is open for `spec`.

    Raises `ZygoteError` if it cannot be started.
    """
    if fork_zygote := prewarmed_forks.get(replace(spec, omit=frozenset())):
        with contextlib.suppress(OSError):
            return fork_zygote(spec.omit)
    return launch.start_zygote(
        spec.policy, spec.seed, spec.virtual_clock, spec.omit, spec.packages, spec.folders
    )


class ZygoteClient:
    """Commands one zygote, for one run at a time. Not thread-safe.

    The constructor waits until the zygote is ready, and raises `ZygoteError` if the zygote ends
    first or is not ready in time, and `ZygoteRefused` if it cannot load a package. `isolation` is
    what its self-test measured. `runs_may_fork` says whether the forks of a run can be bounded, so
    that fresh calls may be forks. `host_lacks` names system calls that the host refuses to this
    process, of those that only some runs need. `folders` is the socket for requests for folders of
    runs; None if no run can have one. `cpus` sets which CPUs the zygote may use; None without
    `pinned`, and where this process may not change that, for the reason `pin_problem`.
    """

    def __init__(
        self, process: ZygoteProcess, *, seed: int, pinned: bool, start_s: float = START_S
    ) -> None:
        self._owner, self.seed = os.getpid(), seed
        self._process = process
        self.control = process.control
        self.folders: socket | None = None
        self._pipes: RunPipes | None = None
        self.cpus: ZygoteCpus | None = None
        self.pin_problem = ""
        try:
            self.isolation, self.runs_may_fork, self.host_lacks = self._read_hello(start_s)
            if pinned:
                try:
                    self.cpus = ZygoteCpus(self.pid)
                except OSError as error:
                    self.pin_problem = str(error)
        except BaseException:
            self.close()
            raise
        self.control.setblocking(False)

    def _read_hello(self, start_s: float) -> tuple[Isolation, bool, frozenset[str]]:
        self.control.settimeout(start_s)
        try:
            hello = self.control.recv(_HELLO_BYTES)
        except TimeoutError:
            raise ZygoteError(f"The zygote was not ready after {start_s:.0f} s.") from None
        except OSError as error:
            raise ZygoteError(f"The zygote cannot be read from: {error}.") from error
        if not hello:
            raise ZygoteError(f"The zygote ended while it started: {self._last_words()}.")
        self._process.answered()
        fields = loads(hello)
        if refused := fields.get("refused"):
            raise ZygoteRefused(refused)
        missing = [
            *fields["missing"],
            *(PERMITTED + act for act in fields["permitted_acts"]),
            *(f"{UNTESTED}{act}: a child {end}" for act, end in fields["untested_acts"].items()),
        ]
        self.folders = self._process.folders if fields["folders"] else None
        isolation = Isolation(fields["level"], tuple(fields["mechanisms"]), tuple(missing))
        return isolation, fields["forks"], frozenset(fields["host_lacks"])

    def _last_words(self) -> str:
        """The last line that a zygote wrote before it ended, or else how it ended."""
        errors = stderr.read() if (stderr := self._process.process.stderr) else b""
        if text := errors.decode("utf-8", "replace").strip():
            return text.rpartition("\n")[2]
        code = self._process.process.wait(_END_S)
        if code == -signal.SIGSYS:
            return "it was killed by SIGSYS: a seccomp filter of the host kills what it does"
        if isinstance(code, int) and code < 0:
            return f"it was killed by {signal_name(-code)}"
        return "no error message"

    @property
    def pid(self) -> int:
        """The process that was started; when it dies, so does the zygote."""
        return self._process.process.pid

    @property
    def is_own(self) -> bool:
        """False in a fork of the process that started the zygote."""
        return self._owner == os.getpid()

    def start_run(self, order: framing.Order, descriptors: list[int]) -> None:
        """Order a run in a child that gets `descriptors` (see `RunDescriptors.child_ends`).

        Raises `ZygoteError` if the zygote has ended.
        """
        rights = array.array("i", descriptors)
        try:
            self.control.sendmsg([order.to_bytes()], [(SOL_SOCKET, SCM_RIGHTS, rights)])
        except OSError as error:
            raise ZygoteError(f"The zygote has ended: {error}.") from error

    def take_pipes(self) -> RunPipes | None:
        """Hand out the pipes of an earlier run; None if the next run must have new ones."""
        pipes, self._pipes = self._pipes, None
        return pipes

    def reuse_or_close(self, pipes: RunPipes, *, unused: bool) -> None:
        """Keep the pipes of an ended run for the next run if that is safe, else close them.

        It is safe if nothing was ever written to the two pipes and the socket is empty (`unused`),
        and the level is `kernel`, which requires that the self-test could not start a process: then
        no process that held them is alive, and none could change them or open them again.
        """
        if unused and self.isolation.level == "kernel":
            self._pipes = pipes
        else:
            pipes.close()

    def kill_run(self) -> None:
        """Kill the run in progress, if there is one."""
        with contextlib.suppress(OSError):
            self.control.send(framing.KILL)

    def read_report(self) -> framing.Report | None:
        """Read the report of a run that has ended; None if it has not arrived.

        Raises `ZygoteError` if the zygote has ended.
        """
        try:
            data = self.control.recv(framing.REPORT_BYTES)
        except BlockingIOError:
            return None
        except OSError as error:
            raise ZygoteError(f"The zygote has ended: {error}.") from error
        if len(data) != framing.REPORT_BYTES:
            raise ZygoteError("The zygote has ended.")
        return framing.Report.from_bytes(data)

    def close(self, *, grace_s: float = 1.0) -> None:
        """Stop the zygote: it is killed if it has not ended after `grace_s` seconds."""
        if pipes := self.take_pipes():
            pipes.close()
        if self.is_own:
            self._process.stop(grace_s)
        else:
            self.control.close()
