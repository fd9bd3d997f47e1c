"""Which of the waiting jobs runs next, and how many may wait."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class QueueFull(Exception):
    """The job cannot wait, or has waited too long; the message says which limit was reached."""


class JobQueue:
    """Lends a fixed number of slots to clients, in turns.

    A free slot goes to the client that has waited longest since its last turn, and to the oldest of
    its jobs. At most `capacity` jobs wait, and at most half of them, rounded up, are of one client,
    so that a client that sends many jobs neither delays nor keeps out another.

    To be used from one event loop.
    """

    def __init__(self, slots: int, capacity: int) -> None:
        self._free = slots
        self._slots = slots
        self._capacity = capacity
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def running(self) -> int:
        """How many slots are lent."""
        return self._slots - self._free

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return sum(map(len, self._waiting.values()))

    def refuse_if_full(self, client: str) -> None:
        """Raise `QueueFull` if a job of this client may not wait now."""
        if self._free:
            return
        if self.waiting >= self._capacity:
            raise QueueFull(f"{self.waiting} jobs wait already.")
        own = len(self._waiting.get(client, ()))
        if own >= (self._capacity + 1) // 2:
            raise QueueFull(f"{own} jobs of this client wait already.")

    @asynccontextmanager
    async def slot(self, client: str, *, max_wait_s: float | None = None) -> AsyncIterator[None]:
        """Wait for a slot and hold it; raises `QueueFull` after `max_wait_s` seconds."""
        if self._free:
            self._free -= 1
        else:
            try:
                async with asyncio.timeout(max_wait_s):
                    await self._wait(client)
            except TimeoutError:
                raise QueueFull(f"No worker was free within {max_wait_s:g} s.") from None
        try:
            yield
        finally:
            self._release()

    async def _wait(self, client: str) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._forget(client, turn)
            else:
                self._release()  # the slot was given to it at the same moment
            raise

    def _forget(self, client: str, turn: asyncio.Future[None]) -> None:
        turns = self._waiting.get(client, deque())
        if turn in turns:
            turns.remove(turn)
        if not turns:
            self._waiting.pop(client, None)

    def _release(self) -> None:
        """Give the slot to the next client, whose turn after that is the last."""
        while self._waiting:
            client, turns = self._waiting.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self._waiting[client] = turns
            if not turn.cancelled():
                turn.set_result(None)
                return
        self._free += 1
