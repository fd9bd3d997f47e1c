"""`queue` for programs of one thread: what would wait for ever raises instead."""

from __future__ import annotations

import heapq
from collections import deque
from typing import Any


class Empty(Exception):
    """Nothing to get."""


class Full(Exception):
    """No room to put."""


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
        """How many items wait."""
        return len(self.queue)

    def empty(self) -> bool:
        """Whether nothing waits."""
        return not self.queue

    def full(self) -> bool:
        """Whether there is no room."""
        return 0 < self.maxsize <= len(self.queue)

    def put(self, item: Any, block: bool = True, timeout: float | None = None) -> None:
        """Add an item; `Full` when there is no room."""
        if self.full():
            raise Full
        self._add(item)
        self.unfinished_tasks += 1

    def get(self, block: bool = True, timeout: float | None = None) -> Any:
        """Take the next item; `Empty` when there is none."""
        if not self.queue:
            raise Empty
        return self._take()

    def put_nowait(self, item: Any) -> None:
        """`put` without waiting."""
        self.put(item)

    def get_nowait(self) -> Any:
        """`get` without waiting."""
        return self.get()

    def task_done(self) -> None:
        """One item is dealt with."""
        if not self.unfinished_tasks:
            raise ValueError("task_done() called too many times")
        self.unfinished_tasks -= 1

    def join(self) -> None:
        """Nobody else could deal with what is left."""


class LifoQueue(Queue):
    """Last in, first out."""

    @staticmethod
    def _store() -> Any:
        return []

    def _take(self) -> Any:
        return self.queue.pop()


class PriorityQueue(LifoQueue):
    """Least first."""

    def _add(self, item: Any) -> None:
        heapq.heappush(self.queue, item)

    def _take(self) -> Any:
        return heapq.heappop(self.queue)


NAMES = {
    "Empty": Empty,
    "Full": Full,
    "LifoQueue": LifoQueue,
    "PriorityQueue": PriorityQueue,
    "Queue": Queue,
    "SimpleQueue": Queue,
}
