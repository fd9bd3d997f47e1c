"""End a command on a signal as on an exception, so that it leaves no process and no file behind."""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Iterable, Iterator
from types import FrameType

import psutil

from hallmark_rl.conformance.processes.forking import adopt_orphans

_POLL_S = 0.01
ENDING_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Terminated(BaseException):
    """A signal asked this process to end; `status` is its exit status, 128 + signal."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.status = 128 + number


@contextlib.contextmanager
def signals_as_exceptions() -> Iterator[None]:
    """In this context, SIGTERM and SIGHUP raise `Terminated`; a signal that is ignored stays so."""

    def end(number: int, frame: FrameType | None) -> None:
        raise Terminated(number)

    numbers = [
        number
        for number in (signal.SIGTERM, signal.SIGHUP)
        if signal.getsignal(number) is not signal.SIG_IGN
    ]
    previous = {number: set_handler(number, end) for number in numbers}
    try:
        yield
    finally:
        for number, handler in previous.items():
            set_handler(number, handler)


def set_handler(number: int, handler: object) -> object:
    """Set a signal's handler and return the former one; only the main thread can do that."""
    if threading.current_thread() is not threading.main_thread():
        return None
    return signal.signal(number, handler if handler is not None else signal.SIG_DFL)  # type: ignore[arg-type]


@contextlib.contextmanager
def no_process_left() -> Iterator[None]:
    """At the end, kill every descendant that was started in this context.

    In this context, a process whose parent ends becomes a child of this one, so that none escapes.
    """
    own = psutil.Process()
    before = set(own.children(recursive=True))
    adopted = adopt_orphans()
    try:
        yield
    finally:
        left = [item for item in own.children(recursive=True) if item not in before]
        for process in left:
            with contextlib.suppress(psutil.Error):
                process.kill()
        psutil.wait_procs(left, timeout=2.0)
        adopt_orphans(adopted)


def wait_until_ended(processes: Iterable[psutil.Process], seconds: float) -> None:
    """Wait until each process has ended, all together at most `seconds`.

    A zombie has ended. `psutil.wait_procs` waits until its parent reaps it; that may be a process
    which `no_process_left` has made the parent, and which reaps at its own end.
    """
    until = time.monotonic() + seconds
    for process in processes:
        with contextlib.suppress(psutil.Error):
            while process.status() != psutil.STATUS_ZOMBIE and time.monotonic() < until:
                time.sleep(_POLL_S)
