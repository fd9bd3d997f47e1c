"""The sandbox: a few warm zygotes, lent to whoever has a program to run."""

from __future__ import annotations

import contextlib
import queue
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING, Any

from hallmark_rl.sandbox.api.levels import LEVELS, Policy
from hallmark_rl.sandbox.api.limits import Call, Job, Limits
from hallmark_rl.sandbox.api.outcome import CheckOutcome, Isolation, Outcome, RunError
from hallmark_rl.sandbox.host import checker as check
from hallmark_rl.sandbox.host.connection import Exchange, drive
from hallmark_rl.sandbox.host.cpu_affinity import Processors, Stay
from hallmark_rl.sandbox.host.ordered_map import Batch
from hallmark_rl.sandbox.host.pool import Unavailable, Worker
from hallmark_rl.sandbox.host.reload_per_call import run_each_call_alone

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

GivenCall = Call | Sequence[Any] | Mapping[str, Any]


class Sandbox:
    """Runs programs that nobody trusts, `workers` at a time. Safe to share between threads.

    `require` is the least isolation a run may have: where the host gives less, nothing runs and the
    outcome says `unavailable`. `seed` seeds the `random` module of every run; `virtual_clock` gives
    every run a clock that only `sleep` moves. Zygotes start when they are first needed and end with
    `close`, or when this process does, however it ends. For its first milliseconds a run shares a
    processor with the thread that waits for it, which stays there (`cpu_affinity.py`).
    """

    def __init__(
        self,
        workers: int = 1,
        *,
        limits: Limits | None = None,
        policy: Policy | str = Policy.RESTRICTED,
        require: str = "kernel",
        seed: int = 0,
        virtual_clock: bool = False,
        _omit: frozenset[str] = frozenset(),
    ) -> None:
        if workers < 1:
            raise ValueError(f"workers must be at least 1, not {workers}.")
        if require not in LEVELS:
            raise ValueError(f"require must be one of {', '.join(LEVELS)}, not {require!r}.")
        self._limits = limits or Limits()
        self._policy = Policy(policy)
        self._workers = [Worker(require, seed, virtual_clock, _omit) for _ in range(workers)]
        self._idle: queue.LifoQueue[Worker] = queue.LifoQueue()
        for worker in self._workers:
            self._idle.put(worker)
        self._processors = Processors()
        self._closed = False

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Wait for the runs in progress and end every zygote; nothing is left after this."""
        self._closed = True
        if "_threads" in vars(self):
            self._threads.shutdown()
        for _ in self._workers:
            self._idle.get().end()

    @cached_property
    def _threads(self) -> ThreadPoolExecutor:
        from concurrent.futures import ThreadPoolExecutor  # a tenth of what a command imports

        return ThreadPoolExecutor(len(self._workers), "sandbox")

    @contextlib.contextmanager
    def _lent(self) -> Iterator[Worker]:
        if self._closed:
            raise RuntimeError("This sandbox is closed.")
        worker = self._idle.get()
        try:
            yield worker
        finally:
            self._idle.put(worker)

    @property
    def isolation(self) -> Isolation:
        """What this host enforces, as a canary found when the zygote started."""
        with self._lent() as worker:
            try:
                return worker.attempt(lambda: worker.zygote(self._policy)).isolation
            except Unavailable as lack:
                return lack.isolation

    def run(
        self,
        source: str,
        *,
        stdin: str = "",
        policy: Policy | str | None = None,
        limits: Limits | None = None,
    ) -> Outcome:
        """Run `source` as a script."""
        chosen = None if policy is None else Policy(policy)
        return self.do(Job(source=source, stdin=stdin, policy=chosen, limits=limits))

    def call(
        self,
        source: str,
        entry: str,
        calls: Sequence[GivenCall],
        *,
        fresh_calls: bool = False,
        report_mutation: bool = False,
        stdin: str = "",
        policy: Policy | str | None = None,
        limits: Limits | None = None,
    ) -> Outcome:
        """Load `source` and call its function `entry` once for each of `calls`, in order.

        With `fresh_calls` each call finds the program as it was when loaded, whatever the calls
        before it did. With `report_mutation` each result says whether the call changed its
        arguments.
        """
        return self.do(
            Job(
                source=source,
                entry=entry,
                calls=calls,
                stdin=stdin,
                fresh_calls=fresh_calls,
                report_mutation=report_mutation,
                policy=None if policy is None else Policy(policy),
                limits=limits,
            )
        )

    def do(self, job: Job) -> Outcome:
        """Do one job."""
        policy, limits = job.policy or self._policy, job.limits or self._limits
        with self._lent() as worker:
            try:
                return worker.attempt(lambda: self._once(worker, job, policy, limits))
            except Unavailable as lack:
                return _unavailable(lack, policy)

    def _once(self, worker: Worker, job: Job, policy: Policy, limits: Limits) -> Outcome:
        zygote = worker.zygote(policy)

        def alone(part: Job, bounds: Limits) -> Outcome:
            stay = Stay(self._processors, zygote.place)
            try:
                if part.fresh_calls:
                    stay.open()  # it forks ahead, for processors that are idle
                else:
                    stay.begin()
                exchange = Exchange(zygote, part, policy, bounds, apart=stay.apart)
                try:
                    stay.bring()
                    drive([exchange], lasts=stay.open)
                    outcome = exchange.outcome()
                finally:
                    exchange.close()
                stay.ended(outcome.cpu_s)
                return outcome
            finally:
                stay.end()

        # A fork of the loaded program is as fresh as the program is honest; what the language wall
        # does not hold is loaded again for each call.
        if job.fresh_calls and not (zygote.forks and policy is Policy.RESTRICTED):
            return run_each_call_alone(alone, job, limits)
        return alone(job, limits)

    def map(self, jobs: Iterable[Job]) -> Iterator[Outcome]:
        """The outcomes of `jobs`, in their order.

        Jobs are taken from the iterable as workers come free, never more than two for each worker
        ahead of the outcome that is read next. Who waits for an outcome does a job meanwhile.
        """
        batch = Batch(self.do, len(self._workers), self._threads)
        try:
            for job in jobs:
                batch.add(job)
                if len(batch) >= 2 * len(self._workers):
                    yield batch.next()
            while batch:
                yield batch.next()
        finally:
            batch.drop()

    def check(
        self,
        candidate: str,
        checker: str,
        entry: str,
        *,
        policy: Policy | str | None = None,
        limits: Limits | None = None,
    ) -> CheckOutcome:
        """Run the checker's `check(candidate)` against the candidate's function `entry`.

        The two run in different processes. The checker may use all of Python; the candidate keeps
        to the policy. Arguments and answers pass between them as plain data, so a candidate that
        changes its arguments changes only its own copies.
        """
        chosen = self._policy if policy is None else Policy(policy)
        with self._lent() as worker:

            def once() -> CheckOutcome:
                zygotes = worker.zygote(chosen), worker.zygote(Policy.PYTHON, "checker")
                for zygote in zygotes:
                    if zygote.place:
                        zygote.place.open()  # the two runs start side by side
                policies = chosen, Policy.PYTHON
                bounds = limits or self._limits
                return check.check(zygotes, (candidate, checker), entry, policies, bounds)

            try:
                return worker.attempt(once)
            except Unavailable as lack:
                none = _unavailable(lack, chosen)
                return CheckOutcome(passed=False, checker=none, candidate=none, calls=0)


def _unavailable(lack: Unavailable, policy: Policy) -> Outcome:
    error = RunError("Unavailable", str(lack))
    return Outcome(status="unavailable", error=error, isolation=lack.isolation, policy=policy)
