"""Run the jobs of clients: queue, deadlines and metrics."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import TypeVar

from hallmark_rl.sandbox.api.jobs import Job
from hallmark_rl.sandbox.api.language_policy import Policy
from hallmark_rl.sandbox.api.outcome import CheckOutcome, Outcome
from hallmark_rl.sandbox.api.run_limits import Limits
from hallmark_rl.sandbox.host.async_sandbox import AsyncSandbox
from hallmark_rl.sandbox.service.job_queue import JobQueue
from hallmark_rl.sandbox.service.metrics import Metrics
from hallmark_rl.sandbox.service.settings import ServiceSettings

_T = TypeVar("_T", Outcome, CheckOutcome)


class DeadlinePassed(Exception):
    """There was no outcome before the deadline of the request."""


class JobRunner:
    """Runs jobs in the workers of one sandbox, from one event loop.

    Its methods raise `QueueFull` where a job may not wait, `DeadlinePassed`, and what the methods
    of `Sandbox` raise. When they are cancelled, so are the runs. Their arguments:

    - `client`: who sent the jobs; the workers are shared evenly between clients.
    - `deadline_s`: seconds until all is needed, waiting included; None for no deadline.
    """

    def __init__(self, sandbox: AsyncSandbox, settings: ServiceSettings) -> None:
        self._sandbox = sandbox
        self._settings = settings
        self.queue = JobQueue(settings.workers, settings.queue)
        self.metrics = Metrics(self.queue)

    async def run(self, job: Job, client: str, deadline_s: float | None = None) -> Outcome:
        """Do one job when it is its turn; returns its outcome."""
        self.queue.refuse_if_full(client)
        async with _deadline(deadline_s):
            return await self._in_turn(
                partial(self._sandbox.run_job, job), client, self._settings.max_wait_s
            )

    async def check(
        self,
        candidate: str,
        checker: str,
        entry: str,
        *,
        policy: Policy | None,
        limits: Limits | None,
        client: str,
        deadline_s: float | None = None,
    ) -> CheckOutcome:
        """Run a checker against a candidate; see `Sandbox.check`."""
        self.queue.refuse_if_full(client)
        check = partial(
            self._sandbox.check, candidate, checker, entry, policy=policy, limits=limits
        )
        async with _deadline(deadline_s):
            return await self._in_turn(check, client, self._settings.max_wait_s)

    async def run_all(
        self, jobs: Sequence[Job], client: str, deadline_s: float | None = None
    ) -> list[Outcome]:
        """Do jobs side by side, at most two for each worker; returns the outcomes in order.

        `QueueFull` is raised only before the first of them.
        """
        self.queue.refuse_if_full(client)
        outcomes: dict[int, Outcome] = {}
        numbered = iter(enumerate(jobs))

        async def work() -> None:
            for number, job in numbered:
                outcomes[number] = await self._in_turn(
                    partial(self._sandbox.run_job, job), client, None
                )

        async with _deadline(deadline_s):
            tasks = [asyncio.ensure_future(work()) for _ in range(2 * self._settings.workers)]
            try:
                await asyncio.gather(*tasks)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
        return [outcomes[number] for number in range(len(jobs))]

    async def _in_turn(
        self, work: Callable[[], Awaitable[_T]], client: str, max_wait_s: float | None
    ) -> _T:
        arrived = time.monotonic()
        async with self.queue.slot(client, max_wait_s=max_wait_s):
            started = time.monotonic()
            self.metrics.wait_seconds.observe(started - arrived)
            outcome = await work()
            self.metrics.run_seconds.observe(time.monotonic() - started)
        self.metrics.runs.labels(outcome.status).inc()
        return outcome


@asynccontextmanager
async def _deadline(seconds: float | None) -> AsyncIterator[None]:
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError:
        raise DeadlinePassed(f"There was no outcome within {seconds:g} s.") from None
