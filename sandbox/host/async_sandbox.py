"""`AsyncSandbox`: the sandbox for asyncio. It awaits a `Sandbox` in threads of its own."""

from __future__ import annotations

import asyncio
import functools
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Concatenate, ParamSpec, TypeVar

from hallmark_rl.sandbox.api.jobs import Job
from hallmark_rl.sandbox.api.language_policy import Policy
from hallmark_rl.sandbox.api.outcome import Isolation, Outcome
from hallmark_rl.sandbox.api.run_limits import Limits
from hallmark_rl.sandbox.host.sandbox import Sandbox

_P = ParamSpec("_P")
_T = TypeVar("_T")


def _awaitable(
    method: Callable[Concatenate[Sandbox, _P], _T],
) -> Callable[Concatenate[AsyncSandbox, _P], Coroutine[Any, Any, _T]]:
    """The method of `Sandbox` as a coroutine function with the same signature and docstring."""

    @functools.wraps(method)
    async def coroutine(self: AsyncSandbox, /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        return await self._in_thread(lambda: method(self._sandbox, *args, **kwargs))

    return coroutine


class AsyncSandbox:
    """`Sandbox` with methods to await; arguments and results are those of `Sandbox`.

    Cancelling a task ends the waiting; the run itself goes on until it ends or reaches a limit.
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
    ) -> None:
        self._sandbox = Sandbox(
            workers,
            limits=limits,
            policy=policy,
            require=require,
            seed=seed,
            virtual_clock=virtual_clock,
        )
        self._threads = ThreadPoolExecutor(workers, "sandbox-aio")
        self._workers = workers

    async def __aenter__(self) -> AsyncSandbox:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _in_thread(self, work: Callable[[], _T]) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    run = _awaitable(Sandbox.run)
    call = _awaitable(Sandbox.call)
    check = _awaitable(Sandbox.check)

    async def isolation(self) -> Isolation:
        """See `Sandbox.isolation`."""
        return await self._in_thread(lambda: self._sandbox.isolation)

    async def map(self, jobs: Iterable[Job]) -> AsyncIterator[Outcome]:
        """See `Sandbox.map`."""
        pending: deque[asyncio.Task[Outcome]] = deque()
        run_job = _awaitable(Sandbox.run_job)
        try:
            for job in jobs:
                pending.append(asyncio.create_task(run_job(self, job)))
                if len(pending) >= 2 * self._workers:
                    yield await pending.popleft()
            while pending:
                yield await pending.popleft()
        finally:
            for task in pending:
                task.cancel()

    async def close(self) -> None:
        """See `Sandbox.close`."""
        await asyncio.to_thread(self._sandbox.close)
        self._threads.shutdown()
