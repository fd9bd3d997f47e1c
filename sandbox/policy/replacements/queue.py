"""`queue` for programs of one thread.

Everything works, except that nothing waits: `get` on an empty queue raises `Empty` and `put` on a
full one raises `Full`, because no other thread could end the wait.
"""

from __future__ import annotations

import heapq
from collections import deque
from typing import Any

from hallmark_rl.sandbox.policy.replacements.copyable_types import allow_copies_of


class Empty(Exception):
    """The queue is empty."""


class Full(Exception):
    """The queue is full."""


class Queue:
    """First in, first out."""

    def __init__(self, maxsize: int = 0) -> None:
        self.maxsize = maxsize
        self.queue: Any = self._store()
        self.unfinished_tasks = 0

    @staticmethod
    def _store() -> Any:
        return deque()

    def _add(self, item: Any) -> None:
        self.queue.append(item)

    def _take(self) -> Any:
        return self.queue.popleft()

    def qsize(self) -> int:
        """The number of items in the queue."""
        return len(self.queue)

    def empty(self) -> bool:
        """Whether the queue has no items."""
        return not self.queue

    def full(self) -> bool:
        """Whether the queue holds `maxsize` items; never if `maxsize` is 0."""
        return 0 < self.maxsize <= len(self.queue)

    def put(self, item: Any, block: bool = True, timeout: float | None = None) -> None:
        """Add an item; raises `Full` if the queue is full. The options are ignored."""
        if self.full():
            raise Full
        self._add(item)
        self.unfinished_tasks += 1

    def get(self, block: bool = True, timeout: float | None = None) -> Any:
        """Remove the next item; raises `Empty` if there is none. The options are ignored."""
        if not self.queue:
            raise Empty
        return self._take()

    def put_nowait(self, item: Any) -> None:
        """The same as `put`."""
        self.put(item)

    def get_nowait(self) -> Any:
        """The same as `get`."""
        return self.get()

    def task_done(self) -> None:
        """Record that an item has been processed."""
        if not self.unfinished_tasks:
            raise ValueError("task_done() called too many times")
        self.unfinished_tasks -= 1

    def join(self) -> None:
        """Do nothing: no other thread could process what is left."""


class LifoQueue(Queue):
    """Last in, first out."""

    @staticmethod
    def _store() -> Any:
        return []

    def _take(self) -> Any:
        return self.queue.pop()


class PriorityQueue(LifoQueue):
    """Smallest item first."""

    def _add(self, item: Any) -> None:
        heapq.heappush(self.queue, item)

    def _take(self) -> Any:
        return heapq.heappop(self.queue)


allow_copies_of(Queue, LifoQueue, PriorityQueue)
NAMES = {
    "Empty": Empty,
    "Full": Full,
    "LifoQueue": LifoQueue,
    "PriorityQueue": PriorityQueue,
    "Queue": Queue,
    "SimpleQueue": Queue,
}
