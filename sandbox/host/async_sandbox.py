"""The sandbox for programs that run on asyncio: the same one, waited for in threads of its own."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from hallmark_rl.sandbox.api.limits import Job
from hallmark_rl.sandbox.api.outcome import CheckOutcome, Isolation, Outcome
from hallmark_rl.sandbox.host.sandbox import Sandbox

_P = ParamSpec("_P")
_T = TypeVar("_T")


class AsyncSandbox:
    """`Sandbox` with methods to await: it takes the same arguments, and each method does too.

    Cancelling a task stops the waiting; its run goes on to its end, which its limits set.
    """

    def __init__(self, workers: int = 1, **options: Any) -> None:
        self._box = Sandbox(workers, **options)
        self._threads = ThreadPoolExecutor(workers, "sandbox-aio")
        self._workers = workers

    async def __aenter__(self) -> AsyncSandbox:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _await(self, work: Callable[_P, _T], *args: _P.args, **options: _P.kwargs) -> _T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, lambda: work(*args, **options))

    async def run(self, *args: Any, **options: Any) -> Outcome:
        """See `Sandbox.run`."""
        return await self._await(self._box.run, *args, **options)

    async def call(self, *args: Any, **options: Any) -> Outcome:
        """See `Sandbox.call`."""
        return await self._await(self._box.call, *args, **options)

    async def check(self, *args: Any, **options: Any) -> CheckOutcome:
        """See `Sandbox.check`."""
        return await self._await(self._box.check, *args, **options)

    async def isolation(self) -> Isolation:
        """See `Sandbox.isolation`."""
        return await self._await(lambda: self._box.isolation)

    async def map(self, jobs: Iterable[Job]) -> AsyncIterator[Outcome]:
        """See `Sandbox.map`."""
        pending: deque[asyncio.Task[Outcome]] = deque()
        try:
            for job in jobs:
                pending.append(asyncio.create_task(self._await(self._box.do, job)))
                if len(pending) >= 2 * self._workers:
                    yield await pending.popleft()
            while pending:
                yield await pending.popleft()
        finally:
            for task in pending:
                task.cancel()

    async def close(self) -> None:
        """See `Sandbox.close`."""
        await asyncio.to_thread(self._box.close)
        self._threads.shutdown()
