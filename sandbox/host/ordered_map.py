"""Jobs whose outcomes one reader takes in their order, done beside it and by itself."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING

from hallmark_rl.sandbox.api.limits import Job
from hallmark_rl.sandbox.api.outcome import Outcome

if TYPE_CHECKING:
    from concurrent.futures import Executor

_ABSENT_S = 0.01
_ABSENT_SHARE = 0.25

_Result = Outcome | BaseException


class Batch:
    """Does jobs, `workers` at a time, with `do`. For one thread, the reader.

    While an outcome is not there yet, the reader does a job itself, in the place of one of the
    `helpers`: to be woken by them for each outcome costs short runs a tenth of their speed. A
    reader who spends its time on work of its own is no help, and gets as many helpers as workers.
    """

    def __init__(self, do: Callable[[Job], Outcome], workers: int, helpers: Executor) -> None:
        self._do, self._helpers = do, helpers
        self._most = workers - 1  # helpers at work
        self._all = workers
        self._at_work = 0
        self._lock = threading.Lock()
        self._waiting: deque[tuple[int, Job]] = deque()
        self._done: SimpleQueue[tuple[int, _Result]] = SimpleQueue()
        self._early: dict[int, _Result] = {}
        self._added = self._read = 0
        self._began = self._left = monotonic()
        self._absent_s = 0.0

    def __len__(self) -> int:
        """How many outcomes are still to be read."""
        return self._added - self._read

    def add(self, job: Job) -> None:
        """Have one more job done."""
        with self._lock:
            self._waiting.append((self._added, job))
            self._added += 1
        self._call_for_help()

    def next(self) -> Outcome:
        """The next outcome; what its job raised is raised here."""
        now = monotonic()
        self._absent_s += now - self._left
        if self._absent_s > max(_ABSENT_S, _ABSENT_SHARE * (now - self._began)):
            self._most = self._all
            self._call_for_help()
        while self._read not in self._early:
            taken = self._take() if self._most < self._all and self._done.empty() else None
            if taken is None:
                number, result = self._done.get()
            else:
                number, result = taken[0], self._result(taken[1], Exception)
            self._early[number] = result
        result = self._early.pop(self._read)
        self._read += 1
        self._left = monotonic()
        if isinstance(result, BaseException):
            raise result
        return result

    def drop(self) -> None:
        """Forget the jobs that nobody has begun."""
        with self._lock:
            self._waiting.clear()

    def _take(self) -> tuple[int, Job] | None:
        with self._lock:
            return self._waiting.popleft() if self._waiting else None

    def _call_for_help(self) -> None:
        with self._lock:
            if self._waiting and self._at_work < self._most:
                self._helpers.submit(self._help)
                self._at_work += 1

    def _help(self) -> None:
        """Do jobs until none waits."""
        while True:
            with self._lock:
                if not self._waiting:
                    self._at_work -= 1
                    return
                number, job = self._waiting.popleft()
            self._done.put((number, self._result(job, BaseException)))

    def _result(self, job: Job, kept: type[BaseException]) -> _Result:
        """What comes of the job; an error that is kept is raised when its turn comes."""
        try:
            return self._do(job)
        except kept as error:
            return error
