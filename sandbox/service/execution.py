"""Run the jobs of clients: queue, deadlines and metrics."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar, cast

from hallmark_rl.sandbox.api.jobs import Job
from hallmark_rl.sandbox.api.language_policy import Policy
from hallmark_rl.sandbox.api.outcome import CheckOutcome, Isolation, Outcome
from hallmark_rl.sandbox.api.run_limits import Limits
from hallmark_rl.sandbox.host.cancellation import Cancellation, current_cancellation
from hallmark_rl.sandbox.host.sandbox import Sandbox
from hallmark_rl.sandbox.service.job_queue import JobQueue, QueueFull
from hallmark_rl.sandbox.service.metrics import Metrics
from hallmark_rl.sandbox.service.schemas import BadRequest
from hallmark_rl.sandbox.service.settings import ServiceSettings

_Result = Outcome | CheckOutcome | BaseException
_T = TypeVar("_T", Outcome, CheckOutcome)


class DeadlinePassed(Exception):
    """There was no outcome before the deadline of the request."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"There was no outcome within {seconds:g} s.")


@dataclass(eq=False)
class _Work:
    """One job: what a worker does, and what is called in the event loop with the result."""

    client: str
    run: Callable[[], Outcome | CheckOutcome]
    on_result: Callable[[_Result], None]
    loop: asyncio.AbstractEventLoop
    arrived: float = field(default_factory=time.monotonic)
    cancellation: Cancellation = field(default_factory=Cancellation)


class JobRunner:
    """Runs jobs in the workers of one sandbox, for one event loop.

    Each worker is a thread that takes the next job from the queue as soon as it has done one. The
    methods raise `QueueFull` where a job may not wait, `DeadlinePassed`, and `BadRequest` for what
    a sandbox refuses. When they are cancelled, so are the runs. Their arguments:

    - `client`: who sent the jobs; the workers are shared evenly between clients.
    - `deadline_s`: seconds until all is needed, waiting included; None for no deadline.
    """

    def __init__(self, sandbox: Sandbox, settings: ServiceSettings) -> None:
        self._sandbox = sandbox
        self._max_wait_s = settings.max_wait_s
        self.queue = JobQueue[_Work](settings.workers, settings.queue)
        self.metrics = Metrics(self.queue)
        self._threads = [
            threading.Thread(target=self._take_jobs, name=f"worker-{number}", daemon=True)
            for number in range(settings.workers)
        ]
        for thread in self._threads:
            thread.start()

    async def isolation(self) -> Isolation:
        """The isolation of this host; see `Sandbox.isolation`."""
        return await asyncio.to_thread(lambda: self._sandbox.isolation)

    async def close(self) -> None:
        """Do the jobs that wait, and close the sandbox."""
        self.queue.close()
        for thread in self._threads:
            await asyncio.to_thread(thread.join)
        await asyncio.to_thread(self._sandbox.close)

    async def run(self, job: Job, client: str, deadline_s: float | None = None) -> Outcome:
        """Do one job when it is its turn; returns its outcome."""
        return await self._in_turn(partial(self._sandbox.run_job, job), client, deadline_s)

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
        check = partial(
            self._sandbox.check, candidate, checker, entry, policy=policy, limits=limits
        )
        return await self._in_turn(check, client, deadline_s)

    def start(
        self, jobs: Sequence[Job], client: str, deadline_s: float | None = None
    ) -> RunningJobs:
        """Start jobs, which wait as long as it takes; `QueueFull` is raised only here."""
        return RunningJobs(self, jobs, client, deadline_s)

    async def run_all(
        self, jobs: Sequence[Job], client: str, deadline_s: float | None = None
    ) -> list[Outcome]:
        """Do jobs; returns the outcomes in order."""
        running = self.start(jobs, client, deadline_s)
        outcomes: dict[int, Outcome] = {}
        try:
            while results := await running.next_results():
                for number, result in results:
                    if isinstance(result, BaseException):
                        raise result
                    outcomes[number] = result
        finally:
            running.cancel()
        return [outcomes[number] for number in range(len(jobs))]

    async def _in_turn(self, run: Callable[[], _T], client: str, deadline_s: float | None) -> _T:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[_T] = loop.create_future()
        work = _Work(client, run, partial(_resolve, answer), loop)
        self.queue.put(client, [work])
        timer = loop.call_later(self._max_wait_s, self._refuse_if_waiting, work)
        try:
            async with asyncio.timeout(deadline_s):
                return await answer
        except TimeoutError:
            raise DeadlinePassed(deadline_s or 0) from None
        finally:
            timer.cancel()
            if answer.cancelled():
                self.cancel(work)

    def enqueue(
        self,
        jobs: Sequence[Job],
        client: str,
        on_result: Callable[[int, Outcome | BaseException], None],
    ) -> list[_Work]:
        """Add jobs; `on_result` gets the number and the result of each, in the event loop."""
        loop = asyncio.get_running_loop()
        works = [
            _Work(
                client,
                partial(self._sandbox.run_job, job),
                cast(Callable[[_Result], None], partial(on_result, number)),
                loop,
            )
            for number, job in enumerate(jobs)
        ]
        self.queue.put(client, works)
        return works

    def cancel(self, work: _Work) -> None:
        """Do not start a job that waits, kill one that runs; nothing happens after its end."""
        if not self.queue.discard(work.client, work):
            work.cancellation.cancel()

    def _refuse_if_waiting(self, work: _Work) -> None:
        if self.queue.discard(work.client, work):
            work.on_result(QueueFull(f"No worker was free within {self._max_wait_s:g} s."))

    def _take_jobs(self) -> None:
        """What a worker does."""
        while (work := self.queue.take()) is not None:
            started = time.monotonic()
            token = current_cancellation.set(work.cancellation)
            try:
                result: _Result = work.run()
            except (TypeError, ValueError) as error:
                result = BadRequest(str(error))  # what a sandbox raises for its caller's mistakes
            except BaseException as error:
                result = error
            finally:
                current_cancellation.reset(token)
                self.queue.finished()
            seconds = time.monotonic() - started
            with contextlib.suppress(RuntimeError):  # the event loop has ended
                work.loop.call_soon_threadsafe(
                    self._deliver, work, result, started - work.arrived, seconds
                )

    def _deliver(self, work: _Work, result: _Result, waited_s: float, seconds: float) -> None:
        if not isinstance(result, BaseException):
            self.metrics.add_run(result.status, waited_s, seconds)
        work.on_result(result)


class RunningJobs:
    """Jobs of one request, whose results are taken as they are known."""

    def __init__(
        self, runner: JobRunner, jobs: Sequence[Job], client: str, deadline_s: float | None
    ) -> None:
        self._runner = runner
        self._results: list[tuple[int, Outcome | BaseException]] = []
        self._changed = asyncio.Event()
        self._cancelled = False
        works = runner.enqueue(jobs, client, self._add)
        self._unfinished = dict(enumerate(works))
        self._deadline_s = deadline_s
        self._deadline = deadline_s and asyncio.get_running_loop().call_later(
            deadline_s, self._pass_deadline
        )

    async def next_results(self) -> list[tuple[int, Outcome | BaseException]]:
        """The results that were not taken yet, by number of the job; waits for at least one.

        Empty when all were taken, and after `cancel`. After the deadline, the result of each
        unfinished job is `DeadlinePassed`.
        """
        while not self._results and self._unfinished and not self._cancelled:
            self._changed.clear()
            await self._changed.wait()
        results, self._results = self._results, []
        return [] if self._cancelled else results

    def cancel(self) -> None:
        """Cancel the jobs that have not ended."""
        if self._deadline:
            self._deadline.cancel()
        self._cancelled = True
        works, self._unfinished = self._unfinished, {}
        for work in works.values():
            self._runner.cancel(work)
        self._changed.set()

    def _add(self, number: int, result: Outcome | BaseException) -> None:
        if self._unfinished.pop(number, None) is not None:
            self._results.append((number, result))
            self._changed.set()

    def _pass_deadline(self) -> None:
        for number, work in list(self._unfinished.items()):
            self._runner.cancel(work)
            self._add(number, DeadlinePassed(self._deadline_s or 0))


def _resolve(answer: asyncio.Future[_T], result: _Result) -> None:
    if answer.done():
        return
    if isinstance(result, BaseException):
        answer.set_exception(result)
    else:
        answer.set_result(cast(_T, result))
