"""Cancel the runs that another thread waits for."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from contextvars import ContextVar


class Cancellation:
    """Kills the runs of one piece of work, on request from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kills: list[Callable[[], None]] = []
        self._cancelled = False

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called."""
        return self._cancelled

    @contextlib.contextmanager
    def during(self, kill: Callable[[], None]) -> Iterator[None]:
        """Within it, `cancel` calls `kill`; so does entering it after `cancel`."""
        with self._lock:
            self._kills.append(kill)
            if self._cancelled:
                kill()
        try:
            yield
        finally:
            with self._lock:
                self._kills.remove(kill)

    def cancel(self) -> None:
        """Kill the runs in progress, and each that starts later."""
        with self._lock:
            self._cancelled = True
            for kill in self._kills:
                kill()


current_cancellation: ContextVar[Cancellation | None] = ContextVar("cancellation", default=None)
"""What may cancel the runs of this thread; None if nothing may."""
