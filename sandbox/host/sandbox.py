"""`Sandbox`: runs untrusted programs in forks of zygotes, which it starts and keeps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING

from hallmark_rl.sandbox.api.isolation_levels import LEVELS
from hallmark_rl.sandbox.api.jobs import CallLike, Job
from hallmark_rl.sandbox.api.language_policy import Policy
from hallmark_rl.sandbox.api.outcome import CheckOutcome, Isolation, Outcome, RunError
from hallmark_rl.sandbox.api.run_limits import Limits
from hallmark_rl.sandbox.host.checker import run_check
from hallmark_rl.sandbox.host.cpu_affinity import CpuAssignments, CpuPin
from hallmark_rl.sandbox.host.event_loop import run_event_loop
from hallmark_rl.sandbox.host.ordered_map import OrderedMap
from hallmark_rl.sandbox.host.pool import SandboxWorker, Unavailable, WorkerPool
from hallmark_rl.sandbox.host.reload_per_call import reload_for_each_call
from hallmark_rl.sandbox.host.run_connection import RunConnection
from hallmark_rl.sandbox.host.zygote_client import ZygoteClient, ZygoteSpec

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    from hallmark_rl.sandbox.host.launch import ZygoteProcess


class Sandbox:
    """Runs untrusted programs, up to `workers` at a time. Thread-safe.

    `limits` and `policy` are the defaults of each run. `require` is the least isolation that a run
    may have, one of `LEVELS`: if the host gives less, nothing runs and the status is `unavailable`.
    `seed` seeds the `random` module of every run. With `virtual_clock`, the clock of a run is moved
    by `sleep` alone. Raises `ValueError` for arguments that are out of range.

    What a program does never raises here: it is in the `Outcome`. Arguments that are not plain data
    raise `NotPlainData`, a `ValueError`.

    Zygotes start when they are first needed and end with `close`, or when this process ends. For
    its first milliseconds a run and the thread that waits for it are pinned to one CPU
    (`cpu_affinity.py`).
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
        _zygote: ZygoteProcess | None = None,
    ) -> None:
        # `_omit` names mechanisms that zygotes leave out, for tests. `_zygote` has been started
        # with this `policy` and the defaults of all else; the code that started it also stops it.
        if workers < 1:
            raise ValueError(f"workers must be at least 1, not {workers}.")
        if require not in LEVELS:
            raise ValueError(f"require must be one of {', '.join(LEVELS)}, not {require!r}.")
        self._limits = limits or Limits()
        self._policy = Policy(policy)

        def spec(policy: Policy) -> ZygoteSpec:
            return ZygoteSpec(policy, seed, virtual_clock, _omit)

        ready = {self._policy: _zygote} if _zygote else {}
        self._pool = WorkerPool([SandboxWorker(require, spec, ready) for _ in range(workers)])
        self._cpu_assignments = CpuAssignments()

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
        """Wait for the runs in progress and stop every zygote. Later runs raise `RuntimeError`."""
        self._pool.refuse_new_runs()
        if "_threads" in vars(self):
            self._threads.shutdown()
        self._pool.close()

    @cached_property
    def _threads(self) -> ThreadPoolExecutor:
        from concurrent.futures import ThreadPoolExecutor  # a tenth of what the command imports

        return ThreadPoolExecutor(len(self._pool.workers), "sandbox")

    @property
    def isolation(self) -> Isolation:
        """The isolation of this host, as the self-test of a zygote measured it."""
        with self._pool.lend() as worker:
            try:
                return worker.with_retries(lambda: worker.zygote(self._policy)).isolation
            except Unavailable as error:
                return error.isolation

    def run(
        self,
        source: str,
        *,
        stdin: str = "",
        policy: Policy | str | None = None,
        limits: Limits | None = None,
    ) -> Outcome:
        """Run `source` as a script."""
        job_policy = None if policy is None else Policy(policy)
        return self.run_job(Job(source=source, stdin=stdin, policy=job_policy, limits=limits))

    def call(
        self,
        source: str,
        entry: str,
        calls: Sequence[CallLike],
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
        return self.run_job(
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

    def run_job(self, job: Job) -> Outcome:
        """Do one job."""
        policy, limits = job.policy or self._policy, job.limits or self._limits
        with self._pool.lend() as worker:
            try:
                return worker.with_retries(lambda: self._attempt(worker, job, policy, limits))
            except Unavailable as error:
                return _unavailable(error, policy)

    def _attempt(self, worker: SandboxWorker, job: Job, policy: Policy, limits: Limits) -> Outcome:
        zygote = worker.zygote(policy)
        # Forks of the loaded program are fresh calls only if the program cannot interfere with the
        # forking; under `python` it can, so it is loaded again for each call.
        if job.fresh_calls and not (zygote.runs_may_fork and policy is Policy.RESTRICTED):
            return reload_for_each_call(
                lambda part, rest: self._run_once(zygote, part, policy, rest), job, limits
            )
        return self._run_once(zygote, job, policy, limits)

    def _run_once(self, zygote: ZygoteClient, job: Job, policy: Policy, limits: Limits) -> Outcome:
        # Fresh calls are forked ahead of their turn, on other CPUs.
        with CpuPin(self._cpu_assignments, zygote.cpus, enabled=not job.fresh_calls) as pin:
            with RunConnection.open(zygote, job, policy, limits, unpinned=pin.unpinned) as run:
                pin.pin_zygote()
                run_event_loop([run], on_long_run=pin.release)
                outcome = run.outcome()
            pin.record_wait(outcome.cpu_s)
            return outcome

    def map(self, jobs: Iterable[Job]) -> Iterator[Outcome]:
        """The outcomes of `jobs`, in the order of the jobs.

        Jobs are taken from the iterable as workers become idle, at most two for each worker ahead
        of the outcome that is taken next. The thread that waits for an outcome runs jobs meanwhile.
        """
        outcomes = OrderedMap(self.run_job, len(self._pool.workers), self._threads)
        try:
            for job in jobs:
                outcomes.submit(job)
                if len(outcomes) >= 2 * len(self._pool.workers):
                    yield outcomes.next_outcome()
            while outcomes:
                yield outcomes.next_outcome()
        finally:
            outcomes.cancel_waiting()

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

        The two run in different processes. The checker may use all of Python; `policy` is that of
        the candidate. Arguments and answers pass between them as plain data, so a candidate that
        changes its arguments changes only its own copies.
        """
        candidate_policy = self._policy if policy is None else Policy(policy)
        policies = candidate_policy, Policy.PYTHON
        with self._pool.lend() as worker:

            def attempt() -> CheckOutcome:
                zygotes = worker.zygote(policies[0]), worker.zygote(policies[1], "checker")
                for zygote in zygotes:
                    if zygote.cpus:
                        zygote.cpus.unpin()  # the two runs start at the same time
                sources = candidate, checker
                return run_check(zygotes, sources, entry, policies, limits or self._limits)

            try:
                return worker.with_retries(attempt)
            except Unavailable as error:
                outcome = _unavailable(error, candidate_policy)
                return CheckOutcome(passed=False, checker=outcome, candidate=outcome, calls=0)


def _unavailable(error: Unavailable, policy: Policy) -> Outcome:
    run_error = RunError("Unavailable", str(error))
    return Outcome(status="unavailable", error=run_error, isolation=error.isolation, policy=policy)
