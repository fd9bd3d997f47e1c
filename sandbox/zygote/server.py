"""The zygote: a warm interpreter behind every wall there is, which forks one child per run.

It never reads a program or an answer: those pass between the caller and the child, on descriptors
that the zygote only hands on. So there is nothing of one run in the memory of the next.
"""

from __future__ import annotations

import os
import select
import sys
from _socket import CMSG_LEN, socket
from collections.abc import Callable
from signal import SIGKILL
from time import clock_gettime, monotonic

from hallmark_rl.sandbox.child import runner
from hallmark_rl.sandbox.isolation import rlimits, syscalls
from hallmark_rl.sandbox.protocol import framing
from hallmark_rl.sandbox.zygote.fds import CALLER, FIRST, MOST, leave_zygote

Step = Callable[[], None]


class Service:
    """Forks a child for each order on `control`.

    `confine` is what a child adds to the walls it inherits; `inside` says that the zygote is
    process 1 of its own namespace; `forks` is how many processes a run with fresh calls may have;
    `last` is the last that a child does.
    """

    def __init__(
        self,
        control: socket,
        confine: Step,
        *,
        inside: bool,
        forks: int,
        last: Step = runner.leave,
    ) -> None:
        self._control, self._confine, self._last = control, confine, last
        self._inside, self._forks = inside, forks
        self._space = CMSG_LEN(MOST * 4)
        self._poller = select.poll()
        self._poller.register(control, select.POLLIN)
        self._poller.register(CALLER, select.POLLIN)

    def next(self) -> bool:
        """Do what is ordered next; False when the caller is gone."""
        for descriptor, _ in self._poller.poll():
            if descriptor == CALLER:
                return False  # somebody it forked may still hold the other end of `control`
        message, ancillary, _, _ = self._control.recvmsg(framing.ORDER_BYTES, self._space)
        if not message:
            return False
        if message == framing.KILL:
            return True  # the run it was meant for is over
        order = framing.Order.from_bytes(message)
        given = 0
        for _, _, rights in ancillary:  # descriptors: no other kind was asked for
            given += len(rights) // 4
        started = monotonic()
        pid = syscalls.fork()
        if not pid:
            self._become_child(order, FIRST + given - 1)
        os.closerange(FIRST, FIRST + given)
        handle = os.pidfd_open(pid)
        self._poller.register(handle, select.POLLIN)
        report = self._reap(pid, handle, order, started)
        if report is None:
            return False
        os.write(self._control.fileno(), report.to_bytes())
        self._poller.unregister(handle)
        os.close(handle)
        return True

    def _become_child(self, order: framing.Order, last: int) -> None:
        try:
            if order.flags & framing.STDIN:
                os.dup2(last, 0)
                os.close(last)
            leave_zygote()
            processes = self._forks if order.flags & framing.FORKS else 0
            rlimits.bound(order.memory_bytes, order.cpu_s, processes)
            self._confine()
            runner.run()
            self._last()
        finally:
            os._exit(1)

    def _reap(
        self, pid: int, handle: int, order: framing.Order, started: float
    ) -> framing.Report | None:
        """Wait for the child, kill it at its limits, leave nothing of it; None without a caller."""
        ended_by, gone = framing.EXITED, False
        deadline = started + order.wall_s
        look = started + min(order.cpu_s, order.wall_s)
        while True:
            now = monotonic()
            ready = dict(self._poller.poll(max(0, min(look, deadline) - now) * 1000 + 0.5))
            if handle in ready:
                break
            if ready:
                gone = CALLER in ready or os.read(self._control.fileno(), 1) != framing.KILL
                ended_by = framing.KILLED
                break
            now = monotonic()
            if now >= deadline:
                ended_by = framing.WALL
                break
            if now >= look:
                left = order.cpu_s - _cpu_s(pid)
                if left <= 0:
                    ended_by = framing.CPU
                    break
                look = now + max(left, 0.001)
        if ended_by != framing.EXITED:
            os.kill(pid, SIGKILL)
        _, status, usage = os.wait4(pid, 0)
        cpu_s = usage.ru_utime + usage.ru_stime
        if self._inside and order.flags & framing.FORKS:
            cpu_s += _reap_strays()
        if gone:
            return None
        wall_s = monotonic() - started
        return framing.Report(status, ended_by, wall_s, cpu_s, usage.ru_maxrss * 1024)


def _cpu_s(pid: int) -> float:
    """CPU time of a process so far, from its own kernel clock."""
    return clock_gettime(~pid << 3 | 2)


def _reap_strays() -> float:
    """Kill and reap whatever else lives in the namespace; returns its CPU time."""
    cpu_s = 0.0
    while True:
        try:
            os.kill(-1, SIGKILL)
        except ProcessLookupError:
            return cpu_s
        try:
            _, _, usage = os.wait4(-1, 0)
        except ChildProcessError:
            return cpu_s
        cpu_s += usage.ru_utime + usage.ru_stime


def scrub() -> None:
    """Leave nothing in the interpreter that says where or for whom it runs."""
    os.environ.clear()
    sys.argv[:] = [""]
    sys.orig_argv[:] = [""]
    sys.executable = ""
