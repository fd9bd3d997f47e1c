"""The workers of a sandbox: each keeps zygotes alive for one run at a time."""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from hallmark_rl.sandbox.api.isolation_levels import LEVELS
from hallmark_rl.sandbox.api.language_policy import Policy
from hallmark_rl.sandbox.api.outcome import Isolation
from hallmark_rl.sandbox.host.launch import ZygoteError, ZygoteProcess
from hallmark_rl.sandbox.host.pipes import HostRefuses, host_refusals
from hallmark_rl.sandbox.host.zygote_client import (
    START_S,
    START_WITH_PACKAGES_S,
    ZygoteClient,
    ZygoteRefused,
    ZygoteSpec,
    start_or_fork,
)

_ATTEMPTS = 5
_T = TypeVar("_T")


class Unavailable(Exception):
    """No run is possible with the required isolation; `isolation` is what the host gives."""

    def __init__(self, reason: str, isolation: Isolation) -> None:
        super().__init__(reason)
        self.isolation = isolation


class SandboxWorker:
    """Holds one zygote for each policy and role in use, and replaces those that die.

    `specs` gives what a zygote for a policy is started with. `ready` maps a policy, and
    whether it gives runs folders, to a zygote that was started already, for the first worker that
    needs it; workers can share the mapping.
    `pinned` says whether the CPUs of zygotes may be changed.
    """

    def __init__(
        self,
        require: str,
        specs: Callable[[Policy], ZygoteSpec],
        ready: dict[tuple[Policy, bool], ZygoteProcess],
        *,
        pinned: bool,
    ) -> None:
        self._require, self._specs, self._ready = require, specs, ready
        self._pinned = pinned
        self._zygotes: dict[tuple[Policy, str], ZygoteClient] = {}

    def zygote(self, policy: Policy, role: str = "run", *, folders: bool = False) -> ZygoteClient:
        """Return a live zygote, started if need be; with `folders` one that gives runs folders.

        Raises `ZygoteError` if it cannot be started, and `Unavailable` if its isolation is below
        the required level, or if it cannot load a package.
        """
        role = f"{role} with folders" if folders else role
        zygote = self._zygotes.get((policy, role))
        if zygote is None or not zygote.is_own:
            self._discard(policy, role)
            spec = replace(self._specs(policy), folders=folders)
            try:
                with host_refusals("no zygote can be started here"):
                    process = self._ready.pop((policy, folders), None) or start_or_fork(spec)
                    zygote = ZygoteClient(
                        process, seed=spec.seed, pinned=self._pinned,
                        start_s=START_WITH_PACKAGES_S if spec.packages else START_S,
                    )  # fmt: skip
            except (ZygoteRefused, HostRefuses) as error:
                raise Unavailable(str(error), Isolation("none")) from error
            self._zygotes[policy, role] = zygote
        isolation = zygote.isolation
        if LEVELS.index(isolation.level) < LEVELS.index(self._require):
            reasons = "; ".join(isolation.missing) or "no reason is known"
            raise Unavailable(
                f"Isolation {self._require!r} is required, but this host gives "
                f"{isolation.level!r} ({reasons}).",
                isolation,
            )
        return zygote

    def with_retries(self, work: Callable[[], _T]) -> _T:
        """Do `work`, again with new zygotes if one of them dies during it.

        Raises `Unavailable` after `_ATTEMPTS` failures in a row.
        """
        last: ZygoteError | None = None
        for _ in range(_ATTEMPTS):
            try:
                return work()
            except ZygoteError as error:
                last = error
                self.close(grace_s=0.0)
            except (Unavailable, HostRefuses):
                raise
            except BaseException:
                self.close(grace_s=0.0)  # the run may still be going on
                raise
        raise Unavailable(
            f"{_ATTEMPTS} zygotes failed in a row; the last error: {last}", Isolation("none")
        ) from last

    def _discard(self, policy: Policy, role: str) -> None:
        zygote = self._zygotes.pop((policy, role), None)
        if zygote is not None:
            zygote.close(grace_s=0.0)

    @property
    def processes(self) -> list[int]:
        """The processes that this worker started and still holds."""
        return [zygote.pid for zygote in self._zygotes.values()]

    def close(self, *, grace_s: float = 1.0) -> None:
        """Stop every zygote; each is killed if it has not ended after `grace_s` seconds."""
        while self._zygotes:
            _, zygote = self._zygotes.popitem()
            zygote.close(grace_s=grace_s)


class WorkerPool:
    """Lends each worker to one thread at a time; the worker that was used last is lent first."""

    def __init__(self, workers: list[SandboxWorker]) -> None:
        self.workers = workers
        self._idle: list[SandboxWorker] = []
        self._permits: queue.SimpleQueue[None] = queue.SimpleQueue()  # one for each idle worker
        self._closing = threading.Lock()
        for worker in workers:
            self._give_back(worker)
        self._closed = False

    @contextlib.contextmanager
    def lend(self) -> Iterator[SandboxWorker]:
        """Wait for an idle worker and lend it; raises `RuntimeError` if the pool is closed."""
        if self._closed:
            raise RuntimeError("This sandbox is closed.")
        worker = self._take()
        try:
            if self._closed:  # while this thread waited
                raise RuntimeError("This sandbox is closed.")
            yield worker
        finally:
            self._give_back(worker)

    def _take(self) -> SandboxWorker:
        self._permits.get()
        return self._idle.pop()

    def _give_back(self, worker: SandboxWorker) -> None:
        self._idle.append(worker)
        self._permits.put(None)

    def refuse_new_runs(self) -> None:
        """Make every later `lend` raise `RuntimeError`."""
        self._closed = True

    def close(self) -> None:
        """Wait until all workers are idle, and stop their zygotes. Another call changes nothing."""
        self.refuse_new_runs()
        with self._closing:
            idle = [self._take() for _ in self.workers]
            for worker in idle:
                worker.close()
                self._give_back(worker)
