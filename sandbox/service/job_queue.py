"""Which of the waiting jobs runs next, and how many may wait."""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from collections.abc import Sequence
from typing import Generic, TypeVar

_Item = TypeVar("_Item")


class QueueFull(Exception):
    """The job cannot wait, or has waited too long; the message says which limit was reached."""


class JobQueue(Generic[_Item]):
    """Gives the jobs of clients to a fixed number of workers, in turns. Thread-safe.

    A free worker gets the oldest job of the client that has waited longest since its last turn. At
    most `capacity` jobs wait, and at most half of them, rounded up, are of one client, so that a
    client that sends many jobs neither delays nor keeps out another. Jobs that come together are
    taken or refused together: a client below its half may exceed it once.
    """

    def __init__(self, workers: int, capacity: int) -> None:
        self._workers = workers
        self._capacity = capacity
        self._share = (capacity + 1) // 2
        self._waiting: OrderedDict[str, deque[_Item]] = OrderedDict()
        self._running = 0
        self._closed = False
        self._changed = threading.Condition()

    @property
    def running(self) -> int:
        """How many jobs workers have."""
        return self._running

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        with self._changed:
            return sum(map(len, self._waiting.values()))

    def put(self, client: str, jobs: Sequence[_Item]) -> None:
        """Add jobs of one client.

        Raises `QueueFull`, and adds none, if they may not wait now; `RuntimeError` after `close`.
        """
        if not jobs:
            return
        with self._changed:
            if self._closed:
                raise RuntimeError("The server has stopped: it takes no more jobs.")
            self._refuse_if_full(client)
            self._waiting.setdefault(client, deque()).extend(jobs)
            self._changed.notify(len(jobs))

    def take(self) -> _Item | None:
        """Wait for the next job and give it to the worker that calls; None when closed and empty.

        The worker calls `finished` after it.
        """
        with self._changed:
            while not self._waiting:
                if self._closed:
                    return None
                self._changed.wait()
            client, jobs = self._waiting.popitem(last=False)
            job = jobs.popleft()
            if jobs:
                self._waiting[client] = jobs
            self._running += 1
            return job

    def finished(self) -> None:
        """A worker is free again."""
        with self._changed:
            self._running -= 1

    def discard(self, client: str, job: _Item) -> bool:
        """Remove a job; returns False if it does not wait any more."""
        with self._changed:
            jobs = self._waiting.get(client, deque())
            if job not in jobs:
                return False
            jobs.remove(job)
            if not jobs:
                del self._waiting[client]
            return True

    def close(self) -> None:
        """Take no more jobs, and let `take` return None when none waits."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _refuse_if_full(self, client: str) -> None:
        counts = {name: len(jobs) for name, jobs in self._waiting.items()}
        total, own = sum(counts.values()), counts.get(client, 0)
        if total + self._running < self._workers:
            return
        # What a client has above its share keeps no other client out.
        if sum(min(count, self._share) for count in counts.values()) >= self._capacity:
            raise QueueFull(f"{total} jobs wait already.")
        if own >= self._share:
            raise QueueFull(f"{own} jobs of this client wait already.")
