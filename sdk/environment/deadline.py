"""A thread that can be left behind: how a step is stopped at its deadline.

Python cannot kill a thread. What it can do is stop waiting for one, and ask it to end: an
exception is raised inside the thread, which stops a loop written in Python at once and a blocking
call in C as soon as it returns. Until then the abandoned thread can touch nothing but the episode
it belonged to.
"""

from __future__ import annotations

import ctypes
import threading
import weakref
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, TypeVar

T = TypeVar("T")
_Job = tuple[Callable[[], Any], "Future[Any]"]


class Overrun(BaseException):
    """Raised inside a thread that is past its deadline. Not an `Exception`: nothing hides it."""


class Worker:
    """Runs jobs one by one in a thread of its own, started when needed (again after a fork)."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[_Job | None] | None = None
        self._thread: threading.Thread | None = None
        self._retire: weakref.finalize[Any, Any] | None = None

    def submit(self, job: Callable[[], T]) -> Future[T]:
        """Queue `job`; the future holds its result or its exception."""
        if self._jobs is None or self._thread is None or not self._thread.is_alive():
            self._jobs = SimpleQueue()
            self._retire = weakref.finalize(self, self._jobs.put, None)
            self._thread = threading.Thread(
                target=_serve, args=(self._jobs,), name="verified-environment", daemon=True
            )
            self._thread.start()
        future: Future[T] = Future()
        self._jobs.put((job, future))
        return future

    def abandon(self) -> None:
        """Stop waiting for the running job: end its thread; the next job gets a new one."""
        thread = self._thread
        self.close()
        if thread is not None and thread.is_alive() and thread.ident is not None:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(thread.ident), ctypes.py_object(Overrun)
            )

    def close(self) -> None:
        """Let the thread end after the jobs it has."""
        if self._retire is not None:
            self._retire()
        self._jobs = self._thread = self._retire = None


def _serve(jobs: SimpleQueue[_Job | None]) -> None:
    try:
        while (item := jobs.get()) is not None:
            job, future = item
            del item
            if not future.set_running_or_notify_cancel():
                continue
            try:
                result = job()
            except Overrun:
                return
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)
            del job, future
    except Overrun:
        return
