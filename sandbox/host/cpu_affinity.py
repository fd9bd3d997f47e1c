"""Short runs stay on the processor of the thread that asked for them.

A run goes from its caller to the zygote, to the child and back, and at each moment one of them
works. Where the scheduler spreads them, each finds cold caches and is woken from another processor;
kept together a run is faster, takes one processor and leaves the others to other runs. A run that
lasts is let go, and so are all while others want the processor.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import threading
import time
from collections.abc import Iterator

_CROWDED = 0.4
_WEIGHT = 1 / 4  # of one run, in the mean of what runs wait
_PAUSES_S = 0.05, 5.0  # the least and the most
_processor = ctypes.PyDLL(None).sched_getcpu


class Place:
    """Where a zygote and its runs may be. `pid` is the process that the zygote's caller started.

    Raises `OSError` where that cannot be seen or is not ours to tell.
    """

    def __init__(self, pid: int) -> None:
        if os.readlink("/proc/self") != str(os.getpid()):
            raise OSError("/proc shows the processes of another namespace")
        self._pid = next(iter(_children(pid)), pid)  # process 1 of its namespace, if it has one
        self._allowed = os.sched_getaffinity(self._pid)
        os.sched_setaffinity(self._pid, self._allowed)
        self._at: int | None = None

    def move(self, processor: int) -> None:
        """Have the zygote, and what it forks from now on, run there alone."""
        if processor != self._at:
            self._at = processor
            with contextlib.suppress(OSError):  # it may have ended
                os.sched_setaffinity(self._pid, {processor})

    def open(self) -> None:
        """Let the zygote run anywhere, and its run too, if there is one."""
        if self._at is None:
            return
        self._at = None
        found = [self._pid]
        while found:
            pid = found.pop()
            with contextlib.suppress(OSError):
                os.sched_setaffinity(pid, self._allowed)
                found += _children(pid)  # what it forks from now on inherits what it has now

    def cpu_s(self) -> float:
        """The CPU time of the zygote, without that of its runs; `OSError` when it has ended."""
        return time.clock_gettime(~self._pid << 3 | 2)  # as clock_getcpuclockid(3) makes it


def _children(pid: int) -> list[int]:
    with open(f"/proc/{pid}/task/{pid}/children") as listed:
        return [int(child) for child in listed.read().split()]


class Processors:
    """Who stays where among the runs of one sandbox. Safe to share between threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stays: dict[int, int] = {}  # a thread and the processor of its run
        self._owner = os.getpid()
        self._waited = 0.0
        self._pause_s, self._paused_until = _PAUSES_S[0], 0.0

    def take(self, here: int, allowed: set[int]) -> int | None:
        """A processor for a run of this thread: `here`, or else one that no run stays on.

        None where there is none, and while runs roam.
        """
        with self._lock:
            if self._owner != os.getpid():  # the runs of who forked this process
                self._stays, self._owner = {}, os.getpid()
            if time.monotonic() < self._paused_until:
                return None
            thread = threading.get_ident()
            self._stays.pop(thread, None)  # it may have been interrupted
            taken = self._stays.values()
            found = here if here not in taken else min(allowed.difference(taken), default=None)
            if found is not None:
                self._stays[thread] = found
            return found

    def give_back(self) -> None:
        """Let other runs have the processor of this thread's run."""
        with self._lock:
            self._stays.pop(threading.get_ident(), None)

    def note(self, waited: float) -> None:
        """Hear for which share of its time a run had no processor; too much, and runs roam.

        They roam for twice as long each time the processors are found crowded again.
        """
        with self._lock:
            self._waited += _WEIGHT * (waited - self._waited)
            if self._waited > _CROWDED:
                now, (least, most) = time.monotonic(), _PAUSES_S
                again = now - self._paused_until < self._pause_s
                self._pause_s = min(2 * self._pause_s, most) if again else least
                self._paused_until, self._waited = now + self._pause_s, 0.0


class Stay:
    """One run's stay on one processor, with the thread that waits for it. Ends with `end`."""

    def __init__(self, processors: Processors, place: Place | None) -> None:
        self._processors, self._place = processors, place
        self._at: int | None = None

    def begin(self) -> None:
        """Keep this thread where it is, if that helps."""
        if self._place is None:
            return
        try:
            self._began, self._used = time.monotonic(), time.thread_time() + self._place.cpu_s()
            self._allowed = os.sched_getaffinity(0)
            self._at = self._processors.take(_processor(), self._allowed)
            if self._at is None:
                self._place.open()
            else:
                os.sched_setaffinity(0, {self._at})
        except OSError:  # the zygote has ended, or the thread is where it was
            return

    def bring(self) -> None:
        """Have the zygote come, which is known to live."""
        if self._place and self._at is not None:
            self._place.move(self._at)

    @contextlib.contextmanager
    def apart(self) -> Iterator[None]:
        """Let the thread go where it could while it does what is not ours: it may start others."""
        if self._at is None:
            yield
            return
        os.sched_setaffinity(0, self._allowed)
        yield
        os.sched_setaffinity(0, {self._at})

    def ended(self, child_cpu_s: float) -> None:
        """Note how a run went that has ended here."""
        if self._place and self._at is not None:
            try:
                used = time.thread_time() + self._place.cpu_s() + child_cpu_s - self._used
            except OSError:  # the zygote has ended
                return
            self._processors.note(1 - used / (time.monotonic() - self._began))

    def open(self) -> None:
        """Let the thread and the run go anywhere: this run lasts."""
        self.end()
        if self._place:
            self._place.open()

    def end(self) -> None:
        """Let the thread go where it could."""
        if self._at is not None:
            try:
                os.sched_setaffinity(0, self._allowed)
            finally:
                self._processors.give_back()
                self._at = None
