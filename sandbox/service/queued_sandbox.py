"""A sandbox for code in other threads, whose runs take their turn among those of all clients."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable, Iterator
from concurrent.futures import Future
from typing import Any, TypeVar

from hallmark_rl.sandbox.api.job_methods import JobMethods
from hallmark_rl.sandbox.api.jobs import Job
from hallmark_rl.sandbox.api.language_policy import Policy
from hallmark_rl.sandbox.api.outcome import CheckOutcome, Outcome
from hallmark_rl.sandbox.api.run_limits import Limits
from hallmark_rl.sandbox.service.execution import JobRunner

_T = TypeVar("_T")


class QueuedSandbox(JobMethods[Outcome]):
    """Runs programs for one client; its methods are those of `SandboxLike`.

    To be used in any thread but that of `loop`, the event loop of `runner`. Methods raise
    `CancelledError` after `cancel`.
    """

    def __init__(self, runner: JobRunner, client: str, loop: asyncio.AbstractEventLoop) -> None:
        self._runner, self._client, self._loop = runner, client, loop
        self._cancelled = False
        self._running: set[Future[Any]] = set()

    def cancel(self) -> None:
        """Cancel the runs in progress and refuse others; to be called in the thread of `loop`."""
        self._cancelled = True
        for future in list(self._running):
            future.cancel()

    def _wait(self, work: Coroutine[Any, Any, _T]) -> _T:
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        self._running.add(future)
        try:
            if self._cancelled:
                future.cancel()
            return future.result()
        finally:
            self._running.discard(future)

    def run_job(self, job: Job) -> Outcome:
        """Do one job, as `run` or `call` would."""
        return next(self.map([job]))

    def map(self, jobs: Iterable[Job]) -> Iterator[Outcome]:
        """The outcomes of `jobs`, in order."""
        return iter(self._wait(self._runner.run_all(list(jobs), self._client)))

    def check(
        self,
        candidate: str,
        checker: str,
        entry: str,
        *,
        policy: Policy | str | None = None,
        limits: Limits | None = None,
    ) -> CheckOutcome:
        """Run a checker against a candidate; see `Sandbox.check`."""
        return self._wait(
            self._runner.check(
                candidate,
                checker,
                entry,
                policy=None if policy is None else Policy(policy),
                limits=limits,
                client=self._client,
            )
        )
