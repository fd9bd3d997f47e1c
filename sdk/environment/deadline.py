"""Call a function with a deadline, in a worker thread that can be abandoned.

Python cannot kill a thread. It can stop waiting for the thread and raise an exception inside it.
The exception stops a loop in Python code at once, and a blocking call in C when that call returns.
Until then the abandoned thread can change only the episode that it was running.
"""

from __future__ import annotations

import asyncio
import ctypes
import threading
import weakref
from collections.abc import Callable, Generator
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, TypeVar

T = TypeVar("T")
DeadlineCall = Generator[tuple[Callable[[], Any], float | None], Any, Any]
"""The body of a method with and without `async`: it yields once, a function to call and its
deadline in seconds (or None), gets the result or a `TimeoutError` at the `yield`, and returns."""
_Job = tuple[Callable[[], Any], "Future[Any]"]


class DeadlineExceeded(BaseException):
    """Raised in an abandoned thread. Not an `Exception`, so `except Exception` does not stop it."""


class AbandonableThread:
    """Runs jobs one after the other in a daemon thread.

    The thread starts with the first job, and again if it has been abandoned or if the process was
    forked since.
    """

    def __init__(self) -> None:
        self._jobs: SimpleQueue[_Job | None] | None = None
        self._thread: threading.Thread | None = None
        self._stop: weakref.finalize[Any, Any] | None = None

    def submit(self, job: Callable[[], T]) -> Future[T]:
        """Queue `job`; the future will hold its result or its exception."""
        if self._jobs is None or self._thread is None or not self._thread.is_alive():
            self._jobs = SimpleQueue()
            self._stop = weakref.finalize(self, self._jobs.put, None)
            self._thread = threading.Thread(
                target=_run_jobs, args=(self._jobs,), name="verified-environment", daemon=True
            )
            self._thread.start()
        future: Future[T] = Future()
        self._jobs.put((job, future))
        return future

    def abandon(self) -> None:
        """Raise `DeadlineExceeded` in the thread; the next job starts in a new thread."""
        thread = self._thread
        self.close()
        if thread is not None and thread.is_alive() and thread.ident is not None:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(thread.ident), ctypes.py_object(DeadlineExceeded)
            )

    def close(self) -> None:
        """End the thread after the jobs that are queued."""
        if self._stop is not None:
            self._stop()
        self._jobs = self._thread = self._stop = None


def _run_jobs(jobs: SimpleQueue[_Job | None]) -> None:
    try:
        while (item := jobs.get()) is not None:
            job, future = item
            del item
            if not future.set_running_or_notify_cancel():
                continue
            try:
                result = job()
            except DeadlineExceeded:
                return
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)
            del job, future
    except DeadlineExceeded:
        return


def run_call(call: DeadlineCall, worker: AbandonableThread) -> Any:
    """Run the body of a method: in `worker` if there is a deadline, else in place.

    Returns what the body returns. The worker is not abandoned when the deadline passes.
    """
    try:
        function, limit = next(call)
        try:
            result = function() if limit is None else worker.submit(function).result(limit)
        except TimeoutError as error:
            call.throw(error)
        else:
            call.send(result)
    except StopIteration as end:
        return end.value
    raise AssertionError("the body of a method yields once")


async def run_call_async(call: DeadlineCall, worker: AbandonableThread) -> Any:
    """`run_call` without blocking the event loop: always in `worker`."""
    try:
        function, limit = next(call)
        job = asyncio.wrap_future(worker.submit(function))
        try:
            result = await asyncio.wait_for(job, limit)
        except TimeoutError as error:
            call.throw(error)
        else:
            call.send(result)
    except StopIteration as end:
        return end.value
    raise AssertionError("the body of a method yields once")
