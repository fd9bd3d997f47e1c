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
from hallmark_rl.sandbox.host.cancellation import Cancellation, current_cancellation
from hallmark_rl.sandbox.host.sandbox import Sandbox

_P = ParamSpec("_P")
_T = TypeVar("_T")


def _awaitable(
    method: Callable[Concatenate[Sandbox, _P], _T],
) -> Callable[Concatenate[AsyncSandbox, _P], Coroutine[Any, Any, _T]]:
    """Make a coroutine function of a method of `Sandbox`, with its signature and docstring."""

    @functools.wraps(method)
    async def coroutine(self: AsyncSandbox, /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        return await self._in_thread(lambda: method(self._sandbox, *args, **kwargs))

    return coroutine


class AsyncSandbox:
    """`Sandbox` with methods to await; arguments, results and errors are those of `Sandbox`.

    `run`, `call`, `run_job`, `check`, `close` and `isolation` are coroutine functions: `isolation`
    is called here, it is not a property. `map` returns an async iterator.

    Cancelling a task kills its run, so that the worker is free for the next.
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
        pin_threads: bool = False,
        packages: Iterable[str] = (),
    ) -> None:
        self._sandbox = Sandbox(
            workers,
            limits=limits,
            policy=policy,
            require=require,
            seed=seed,
            virtual_clock=virtual_clock,
            pin_threads=pin_threads,
            packages=packages,
        )
        self._threads = ThreadPoolExecutor(workers, "sandbox-aio")
        self._workers = workers
        self._closed = False

    async def __aenter__(self) -> AsyncSandbox:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _in_thread(self, work: Callable[[], _T]) -> _T:
        if self._closed:
            raise RuntimeError("This sandbox is closed.")
        cancellation = Cancellation()

        def cancellable_work() -> _T:
            token = current_cancellation.set(cancellation)
            try:
                return work()
            finally:
                current_cancellation.reset(token)

        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._threads, cancellable_work)
        except asyncio.CancelledError:
            cancellation.cancel()
            raise

    run = _awaitable(Sandbox.run)
    call = _awaitable(Sandbox.call)
    run_job = _awaitable(Sandbox.run_job)
    check = _awaitable(Sandbox.check)

    async def isolation(self) -> Isolation:
        """Return the isolation of this host; see `Sandbox.isolation`."""
        return await self._in_thread(lambda: self._sandbox.isolation)

    async def map(self, jobs: Iterable[Job]) -> AsyncIterator[Outcome]:
        """Do jobs in parallel; an async iterator over the outcomes, in order. See `Sandbox.map`."""
        pending: deque[asyncio.Task[Outcome]] = deque()
        try:
            for job in jobs:
                pending.append(asyncio.create_task(self.run_job(job)))
                if len(pending) >= 2 * self._workers:
                    yield await pending.popleft()
            while pending:
                yield await pending.popleft()
        finally:
            for task in pending:
                task.cancel()

    async def close(self) -> None:
        """Wait for the runs in progress and stop every zygote; see `Sandbox.close`."""
        self._closed = True
        await asyncio.to_thread(self._sandbox.close)
        self._threads.shutdown()
