"""Run jobs in parallel, and return their outcomes in the order of the jobs."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING

from hallmark_rl.sandbox.api.jobs import Job
from hallmark_rl.sandbox.api.outcome import Outcome

if TYPE_CHECKING:
    from concurrent.futures import Executor

_BUSY_S = 0.01
_BUSY_SHARE = 0.25

_Result = Outcome | BaseException


class OrderedMap:
    """Runs jobs with `run_job`, `workers` at a time. Only one thread may use it: the consumer.

    While the next outcome is not ready, the consumer runs a job itself, in place of one thread of
    `executor`: being woken by other threads for each outcome would slow down short runs by 10
    percent. A consumer that is busy between outcomes (for `_BUSY_SHARE` of the time, and more
    than `_BUSY_S` seconds) gets a thread for each worker instead.
    """

    def __init__(self, run_job: Callable[[Job], Outcome], workers: int, executor: Executor) -> None:
        self._run_job, self._executor = run_job, executor
        self._max_threads = workers - 1
        self._workers = workers
        self._active_threads = 0
        self._lock = threading.Lock()
        self._waiting: deque[tuple[int, Job]] = deque()
        self._done: SimpleQueue[tuple[int, _Result]] = SimpleQueue()
        self._out_of_order: dict[int, _Result] = {}
        self._submitted = self._consumed = 0
        self._started = self._last_consumed = monotonic()
        self._busy_s = 0.0

    def __len__(self) -> int:
        """How many outcomes have not been taken yet."""
        return self._submitted - self._consumed

    def submit(self, job: Job) -> None:
        """Add a job."""
        with self._lock:
            self._waiting.append((self._submitted, job))
            self._submitted += 1
        self._start_thread()

    def next_outcome(self) -> Outcome:
        """Wait for the outcome of the next job and return it; raises what the job raised."""
        now = monotonic()
        self._busy_s += now - self._last_consumed
        if self._busy_s > max(_BUSY_S, _BUSY_SHARE * (now - self._started)):
            self._max_threads = self._workers
            self._start_thread()
        while self._consumed not in self._out_of_order:
            help_out = self._max_threads < self._workers and self._done.empty()
            waiting = self._take_waiting() if help_out else None
            if waiting is None:
                number, result = self._done.get()
            else:
                number, result = waiting[0], self._result(waiting[1], Exception)
            self._out_of_order[number] = result
        result = self._out_of_order.pop(self._consumed)
        self._consumed += 1
        self._last_consumed = monotonic()
        if isinstance(result, BaseException):
            raise result
        return result

    def cancel_waiting(self) -> None:
        """Forget the jobs that have not started."""
        with self._lock:
            self._waiting.clear()

    def _take_waiting(self) -> tuple[int, Job] | None:
        with self._lock:
            return self._waiting.popleft() if self._waiting else None

    def _start_thread(self) -> None:
        with self._lock:
            if self._waiting and self._active_threads < self._max_threads:
                self._executor.submit(self._run_waiting_jobs)
                self._active_threads += 1

    def _run_waiting_jobs(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._active_threads -= 1
                    return
                number, job = self._waiting.popleft()
            self._done.put((number, self._result(job, BaseException)))

    def _result(self, job: Job, kept: type[BaseException]) -> _Result:
        """The outcome of the job, or an error of the type `kept`, to be raised in its turn."""
        try:
            return self._run_job(job)
        except kept as error:
            return error
