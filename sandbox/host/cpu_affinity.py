"""Pin short runs to the CPU of the thread that waits for them.

A run involves three processes (the caller, the zygote and the child), of which one works at a time.
If the scheduler spreads them over CPUs, each starts with cold caches and is woken from another CPU.
On one CPU a run is faster, and the other CPUs are free for other runs. Long runs are unpinned, and
so are all runs for a while when runs wait too much for their CPU.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import threading
import time
from collections.abc import Iterator
from types import TracebackType

_MOST_WAITING = 0.4  # above this fraction of time spent waiting, runs are not pinned for a while
_WEIGHT = 1 / 4  # of one run, in the moving average of the fraction of time spent waiting
_PAUSES_S = 0.05, 5.0  # the shortest and the longest pause
_current_cpu = ctypes.PyDLL(None).sched_getcpu


class ZygoteCpus:
    """The CPUs that a zygote and its runs may use. `pid` is the process that was started.

    Raises `OSError` if this process cannot see the zygote or may not change its CPUs.
    """

    def __init__(self, pid: int) -> None:
        if os.readlink("/proc/self") != str(os.getpid()):
            raise OSError("/proc shows the processes of another namespace")
        self._pid = next(iter(_children(pid)), pid)  # process 1 of its PID namespace, if it has one
        self._allowed = os.sched_getaffinity(self._pid)
        os.sched_setaffinity(self._pid, self._allowed)
        self._pinned_to: int | None = None

    def pin(self, cpu: int) -> None:
        """Pin the zygote to one CPU; the runs that it forks afterwards inherit that."""
        if cpu != self._pinned_to:
            self._pinned_to = cpu
            with contextlib.suppress(OSError):  # it may have ended
                os.sched_setaffinity(self._pid, {cpu})

    def unpin(self) -> None:
        """Allow the zygote, and its run if there is one, all CPUs that the zygote started with."""
        if self._pinned_to is None:
            return
        self._pinned_to = None
        pids = [self._pid]
        while pids:
            pid = pids.pop()
            with contextlib.suppress(OSError):
                os.sched_setaffinity(pid, self._allowed)
                pids += _children(pid)  # listed after the change, which later children inherit

    def cpu_time_s(self) -> float:
        """The CPU time of the zygote without its runs; raises `OSError` when it has ended."""
        return time.clock_gettime(~self._pid << 3 | 2)  # as clock_getcpuclockid(3) computes it


def _children(pid: int) -> list[int]:
    with open(f"/proc/{pid}/task/{pid}/children") as children:
        return [int(child) for child in children.read().split()]


class CpuAssignments:
    """Which CPU each running thread of one sandbox uses. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._cpu_by_thread: dict[int, int] = {}
        self._owner = os.getpid()
        self._waiting = 0.0  # moving average of the fraction of time that runs wait for their CPU
        self._pause_s, self._paused_until = _PAUSES_S[0], 0.0

    def assign(self, current: int, allowed: set[int]) -> int | None:
        """Choose a CPU for a run of this thread: `current`, else one of `allowed` that no run uses.

        None if every allowed CPU is in use, or while pinning is paused.
        """
        with self._lock:
            if self._owner != os.getpid():  # in a fork, the assignments are those of the parent
                self._cpu_by_thread, self._owner = {}, os.getpid()
            if time.monotonic() < self._paused_until:
                return None
            thread = threading.get_ident()
            self._cpu_by_thread.pop(thread, None)  # left over if a run was interrupted
            used = self._cpu_by_thread.values()
            cpu = current if current not in used else min(allowed.difference(used), default=None)
            if cpu is not None:
                self._cpu_by_thread[thread] = cpu
            return cpu

    def release(self) -> None:
        """End the assignment of this thread, if it has one."""
        with self._lock:
            self._cpu_by_thread.pop(threading.get_ident(), None)

    def record_wait(self, fraction: float) -> None:
        """Record the fraction of its time that a run waited for its CPU.

        If the moving average is above `_MOST_WAITING`, runs are not pinned for a while: twice as
        long as before if the last such pause ended recently.
        """
        with self._lock:
            self._waiting += _WEIGHT * (fraction - self._waiting)
            if self._waiting > _MOST_WAITING:
                now, (shortest, longest) = time.monotonic(), _PAUSES_S
                recent = now - self._paused_until < self._pause_s
                self._pause_s = min(2 * self._pause_s, longest) if recent else shortest
                self._paused_until, self._waiting = now + self._pause_s, 0.0


class CpuPin:
    """Context manager: run on one CPU, with the thread that waits.

    It pins the thread at once. The zygote follows with `pin_zygote`, when it is known to be alive.
    Without `enabled`, the zygote is allowed all CPUs instead. Nothing is pinned where there is no
    `zygote_cpus` or no free CPU. At the end, the thread has the CPUs that it had before; the zygote
    stays pinned for the next run.
    """

    def __init__(
        self, assignments: CpuAssignments, zygote_cpus: ZygoteCpus | None, *, enabled: bool = True
    ) -> None:
        self._assignments, self._zygote_cpus = assignments, zygote_cpus
        self._enabled = enabled
        self._cpu: int | None = None

    def __enter__(self) -> CpuPin:
        if self._zygote_cpus is None:
            return self
        if not self._enabled:
            self._zygote_cpus.unpin()
            return self
        try:
            self._pin_thread(self._zygote_cpus)
        except OSError:  # the zygote has ended, or the thread could not be pinned
            pass
        except BaseException:  # an interrupt: `__exit__` will not be called
            self._restore_thread()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._restore_thread()

    def _pin_thread(self, zygote_cpus: ZygoteCpus) -> None:
        self._started = time.monotonic()
        self._cpu_time_before = time.thread_time() + zygote_cpus.cpu_time_s()
        self._allowed = os.sched_getaffinity(0)
        self._cpu = self._assignments.assign(_current_cpu(), self._allowed)
        if self._cpu is None:
            zygote_cpus.unpin()
        else:
            os.sched_setaffinity(0, {self._cpu})

    def pin_zygote(self) -> None:
        """Pin the zygote to the CPU of the thread; it has accepted the order, so it is alive."""
        if self._zygote_cpus and self._cpu is not None:
            self._zygote_cpus.pin(self._cpu)

    @contextlib.contextmanager
    def unpinned(self) -> Iterator[None]:
        """Restore the thread's CPUs while code of the caller runs: it may start threads."""
        if self._cpu is None:
            yield
            return
        os.sched_setaffinity(0, self._allowed)
        yield
        os.sched_setaffinity(0, {self._cpu})

    def release(self) -> None:
        """Unpin the thread, the zygote and the run, because the run takes long."""
        self._restore_thread()
        if self._zygote_cpus:
            self._zygote_cpus.unpin()

    def record_wait(self, child_cpu_s: float) -> None:
        """Record how long an ended run waited for its CPU, if it was pinned to the end.

        The run used `child_cpu_s` seconds of CPU time, the thread and the zygote used some too;
        during the rest of the time since the start, none of the three had the CPU.
        """
        if self._zygote_cpus and self._cpu is not None:
            try:
                cpu_time = time.thread_time() + self._zygote_cpus.cpu_time_s()
            except OSError:  # the zygote has ended
                return
            used = cpu_time + child_cpu_s - self._cpu_time_before
            self._assignments.record_wait(1 - used / (time.monotonic() - self._started))

    def _restore_thread(self) -> None:
        if self._cpu is not None:
            try:
                os.sched_setaffinity(0, self._allowed)
            finally:
                self._assignments.release()
                self._cpu = None
