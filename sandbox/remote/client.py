"""`RemoteSandbox`: programs run on servers, with the interface of `Sandbox`."""

from __future__ import annotations

import asyncio
import functools
import threading
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from concurrent.futures import Future
from typing import Any, Concatenate, ParamSpec, TypeVar

import uvloop

from hallmark_rl.sandbox.api.job_methods import JobMethods
from hallmark_rl.sandbox.api.jobs import Job
from hallmark_rl.sandbox.api.language_policy import Policy
from hallmark_rl.sandbox.api.outcome import Isolation, Outcome
from hallmark_rl.sandbox.api.run_limits import Limits
from hallmark_rl.sandbox.remote.async_client import AsyncRemoteSandbox

_P = ParamSpec("_P")
_T = TypeVar("_T")


def _blocking(
    method: Callable[Concatenate[AsyncRemoteSandbox, _P], Coroutine[Any, Any, _T]],
) -> Callable[Concatenate[RemoteSandbox, _P], _T]:
    """Make a method of a coroutine method, with its signature and docstring."""

    @functools.wraps(method)
    def blocking(self: RemoteSandbox, /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        return self._wait(method(self._remote, *args, **kwargs))

    return blocking


class RemoteSandbox(JobMethods[Outcome]):
    """Runs untrusted programs on servers (`hallmark serve`), with the interface of `Sandbox`.

    Thread-safe. The arguments, and what happens when a server fails, are those of
    `AsyncRemoteSandbox`, which it uses in a thread of its own.

        with RemoteSandbox("http://127.0.0.1:8642") as sandbox:
            outcome = sandbox.run("print(1)")
    """

    def __init__(
        self,
        urls: str | Sequence[str],
        *,
        token: str | None = None,
        max_concurrent: int = 64,
        patience_s: float = 120.0,
        limits: Limits | None = None,
        policy: Policy | str = Policy.RESTRICTED,
        require: str = "kernel",
    ) -> None:
        self._remote = AsyncRemoteSandbox(
            urls,
            token=token,
            max_concurrent=max_concurrent,
            patience_s=patience_s,
            limits=limits,
            policy=policy,
            require=require,
        )
        self._max_concurrent = max_concurrent
        self._loop = uvloop.new_event_loop()
        self._thread = threading.Thread(
            target=self._loop.run_forever, name="remote-sandbox", daemon=True
        )
        self._thread.start()
        self._closing = threading.Lock()

    def __enter__(self) -> RemoteSandbox:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections. Later runs raise `RuntimeError`. May be called again."""
        with self._closing:
            if self._loop.is_closed():
                return
            self._start(self._remote.close()).result()
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()

    def run_job(self, job: Job) -> Outcome:
        """Do one job, as `run` or `call` would."""
        return self._wait(self._remote.run_job(job))

    check = _blocking(AsyncRemoteSandbox.check)

    @property
    def isolation(self) -> Isolation:
        """The isolation that a server reports; the level is "none" if none answers."""
        return self._wait(self._remote.isolation())

    def map(self, jobs: Iterable[Job]) -> Iterator[Outcome]:
        """Do jobs in parallel; an iterator over the outcomes, in order. See `Sandbox.map`."""
        pending: deque[Future[Outcome]] = deque()
        try:
            for job in jobs:
                pending.append(self._start(self._remote.run_job(job)))
                if len(pending) >= 2 * self._max_concurrent:
                    yield pending.popleft().result()
            while pending:
                yield pending.popleft().result()
        finally:
            for future in pending:
                future.cancel()

    def _start(self, work: Coroutine[Any, Any, _T]) -> Future[_T]:
        if self._loop.is_closed():
            work.close()
            raise RuntimeError("This sandbox is closed.")
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def _wait(self, work: Coroutine[Any, Any, _T]) -> _T:
        future = self._start(work)
        try:
            return future.result()
        except BaseException:
            future.cancel()  # on Ctrl-C
            raise
