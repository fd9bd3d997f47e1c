"""`Pool`: programs run in the sandboxes of a Ray cluster, with the interface of `Sandbox`.

    import ray
    from hallmark_rl.sandbox.ray import Pool

    ray.init()
    with Pool(workers=64) as pool:
        for outcome in pool.map(jobs):
            ...

Every worker is an actor that owns one `Sandbox`. Ray places and restarts them, moves jobs and
outcomes between machines, and adds nodes where its autoscaler is configured. Needs the extra `ray`.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import ray
from ray.exceptions import RayError, RayTaskError

from hallmark_rl.sandbox.api.isolation_levels import LEVELS
from hallmark_rl.sandbox.api.job_methods import JobMethods
from hallmark_rl.sandbox.api.jobs import Job
from hallmark_rl.sandbox.api.language_policy import Policy
from hallmark_rl.sandbox.api.outcome import CheckOutcome, Isolation, Outcome
from hallmark_rl.sandbox.api.run_limits import Limits
from hallmark_rl.sandbox.host.sandbox import Sandbox

_AHEAD = 2  # batches that an actor has at a time, so that it need not wait for the next
_POLL_S = 1.0

_Answer = Outcome | CheckOutcome | Exception
_Work = tuple[str, tuple[Any, ...], dict[str, Any]]  # a method of `Sandbox`, and its arguments


class _SandboxActor:
    """Owns the sandbox of one worker."""

    def __init__(self, options: dict[str, Any]) -> None:
        self._box = Sandbox(**options)

    def isolation(self) -> Isolation:
        return self._box.isolation

    def do(self, batch: list[_Work]) -> list[_Answer]:
        """The result of each piece of work, or what it raised."""
        answers: list[_Answer] = []
        for method, args, kwargs in batch:
            try:
                answers.append(getattr(self._box, method)(*args, **kwargs))
            except Exception as error:
                answers.append(error)
        return answers


@dataclass(eq=False)
class _Worker:
    """An actor, the answer to its first call, and how many batches it has."""

    actor: Any
    ready: Any
    batches: int = 0


@dataclass
class _Progress:
    """What one call of `map` has sent and received; batches are numbered from 0."""

    source: Iterator[list[_Work]]
    sent: dict[Any, tuple[int, list[_Work], _Worker]] = field(default_factory=dict)
    to_repeat: deque[tuple[int, list[_Work]]] = field(default_factory=deque)
    answered: dict[int, list[_Answer]] = field(default_factory=dict)
    taken: int = 0
    returned: int = 0
    exhausted: bool = False

    @property
    def finished(self) -> bool:
        """Whether every batch was answered."""
        return self.exhausted and not self.sent and not self.to_repeat

    def next_batch(self, window: int) -> tuple[int, list[_Work]] | None:
        """A batch to send; None if there is none, or `window` batches are ahead already."""
        if self.to_repeat:
            return self.to_repeat.popleft()
        if self.taken - self.returned >= window:
            return None
        batch = next(self.source, None)
        if batch is None:
            self.exhausted = True
            return None
        self.taken += 1
        return self.taken - 1, batch


class Pool(JobMethods[Outcome]):
    """Runs untrusted programs on a Ray cluster. Thread-safe; `ray.init` must have been called.

    Args:
        workers: how many programs run at a time, each in an actor with one CPU; None for as many
            as the cluster has CPUs now. More than the cluster has are started when nodes are added.
        batch: how many jobs of `map` are sent together, at least 1.
        start_timeout_s: seconds after which `RuntimeError` is raised if no actor can be started.
        limits: the limits of runs that name none; None for `Limits()`.
        policy: the language policy of runs that name none, a `Policy` or its name.
        require: the lowest isolation level that a run may have, one of `LEVELS`.
        seed: seeds the `random` module of every run.
        packages: third-party packages that programs can import; every node must have them.

    Jobs of an actor or node that dies are done again by others: a run changes nothing outside of
    the sandbox. Each job has one outcome. Methods return and raise what those of `Sandbox` do.
    """

    def __init__(
        self,
        workers: int | None = None,
        *,
        batch: int = 64,
        start_timeout_s: float = 120.0,
        limits: Limits | None = None,
        policy: Policy | str = Policy.RESTRICTED,
        require: str = "kernel",
        seed: int = 0,
        packages: Iterable[str] = (),
    ) -> None:
        if not ray.is_initialized():
            raise RuntimeError("Ray is not connected: call ray.init() first.")
        if workers is None:
            workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
        if workers < 1 or batch < 1:
            raise ValueError(f"workers and batch must be at least 1, not {workers} and {batch}.")
        if require not in LEVELS:
            raise ValueError(f"require must be one of {', '.join(LEVELS)}, not {require!r}.")
        self._options = {
            "limits": limits,
            "policy": Policy(policy),
            "require": require,
            "seed": seed,
            "packages": tuple(packages),
        }
        self._batch = batch
        self._start_timeout_s = start_timeout_s
        self._actor_class = ray.remote(num_cpus=1)(_SandboxActor)
        self._lock = threading.Lock()
        self._closed = False
        self._workers = [self._start_worker() for _ in range(workers)]

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End all actors. Later runs raise `RuntimeError`. May be called again."""
        with self._lock:
            if not self._closed:
                self._closed = True
                for worker in self._workers:
                    ray.kill(worker.actor)

    @property
    def isolation(self) -> Isolation:
        """The isolation of the node of a worker that has started."""
        worker = self._wait_for_worker()
        isolation: Isolation = ray.get(worker.actor.isolation.remote())
        return isolation

    def run_job(self, job: Job) -> Outcome:
        """Do one job, as `run` or `call` would."""
        return next(self.map([job]))

    def check(
        self,
        candidate: str,
        checker: str,
        entry: str,
        *,
        policy: Policy | str | None = None,
        limits: Limits | None = None,
    ) -> CheckOutcome:
        """Run the checker's `check(candidate)` against the candidate; see `Sandbox.check`."""
        chosen = None if policy is None else Policy(policy)
        work = "check", (candidate, checker, entry), {"policy": chosen, "limits": limits}
        outcome: CheckOutcome
        (outcome,) = self._do(iter([[work]]), ordered=True)
        return outcome

    def map(self, jobs: Iterable[Job], *, ordered: bool = True) -> Iterator[Outcome]:
        """Do jobs in parallel; an iterator over the outcomes.

        Args:
            jobs: taken as workers become free, at most four batches for each worker ahead of the
                outcome that is returned next.
            ordered: whether outcomes are in the order of the jobs; otherwise those that are known
                come first.

        What a job raises (see `Sandbox`) is raised in place of its outcome.
        """
        return self._do(self._batches(jobs), ordered=ordered)

    def _batches(self, jobs: Iterable[Job]) -> Iterator[list[_Work]]:
        remaining = iter(jobs)
        while taken := list(islice(remaining, self._batch)):
            yield [("run_job", (job,), {}) for job in taken]

    def _do(self, batches: Iterator[list[_Work]], *, ordered: bool) -> Iterator[Any]:
        progress = _Progress(batches)
        if first := progress.next_batch(1):
            progress.to_repeat.append(first)
        try:
            while not progress.finished:
                self._send(progress)
                if progress.sent:
                    self._receive(progress)
                elif not progress.finished:
                    self._wait_for_worker()
                for number in sorted(progress.answered):
                    if ordered and number != progress.returned:
                        break
                    progress.returned += 1
                    for answer in progress.answered.pop(number):
                        if isinstance(answer, Exception):
                            raise answer
                        yield answer
        finally:
            for reference, (_, _, worker) in progress.sent.items():
                ray.cancel(reference)
                worker.batches -= 1

    def _send(self, progress: _Progress) -> None:
        """Give batches to the workers that have room for them."""
        if self._closed:
            raise RuntimeError("This pool is closed.")
        window = 2 * _AHEAD * len(self._workers)
        for worker in self._ready_workers():
            while worker.batches < _AHEAD and (numbered := progress.next_batch(window)):
                number, batch = numbered
                try:
                    reference = worker.actor.do.remote(batch)
                except RayError:
                    progress.to_repeat.append((number, batch))
                    self._replace(worker)
                    break
                worker.batches += 1
                progress.sent[reference] = number, batch, worker

    def _receive(self, progress: _Progress) -> None:
        """Take the answers that have arrived; batches of actors that died are to be repeated."""
        arrived, _ = ray.wait(list(progress.sent), timeout=_POLL_S)
        for reference in arrived:
            number, batch, worker = progress.sent.pop(reference)
            worker.batches -= 1
            try:
                progress.answered[number] = ray.get(reference)
            except RayTaskError:
                raise  # the work cannot be sent, or its result: repeating does not help
            except RayError:
                progress.to_repeat.append((number, batch))
                self._replace(worker)

    def _ready_workers(self) -> list[_Worker]:
        """The workers that have started and live, the least loaded first."""
        with self._lock:
            waiting = {worker.ready: worker for worker in self._workers}
        started, _ = ray.wait(list(waiting), num_returns=len(waiting), timeout=0)
        ready = []
        for reference in started:
            try:
                ray.get(reference)
                ready.append(waiting[reference])
            except RayTaskError:
                raise
            except RayError:
                self._replace(waiting[reference])
        return sorted(ready, key=lambda worker: worker.batches)

    def _wait_for_worker(self) -> _Worker:
        """A worker that has started; raises `RuntimeError` if none does in time."""
        ends = time.monotonic() + self._start_timeout_s
        while time.monotonic() < ends:
            if self._closed:
                raise RuntimeError("This pool is closed.")
            if ready := self._ready_workers():
                return ready[0]
            ray.wait([worker.ready for worker in self._workers], timeout=_POLL_S)
        raise RuntimeError(
            f"No worker could be started within {self._start_timeout_s:g} s; the cluster has free: "
            f"{ray.available_resources()}."
        )

    def _start_worker(self) -> _Worker:
        actor = self._actor_class.remote(self._options)
        return _Worker(actor, actor.isolation.remote())

    def _replace(self, worker: _Worker) -> None:
        """Start a new actor in place of one that died."""
        with self._lock:
            if worker in self._workers and not self._closed:
                self._workers[self._workers.index(worker)] = self._start_worker()
