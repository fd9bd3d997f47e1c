"""The zygote's main loop: it forks one child per run, watches it and reports how it ended.

It never reads a program or an answer. They pass between the caller and the child, on descriptors
that the zygote only hands on, so the memory that the next run inherits has nothing of them.
"""

from __future__ import annotations

import os
import select
from _socket import CMSG_LEN, socket
from collections.abc import Callable
from signal import SIGKILL
from time import clock_gettime, monotonic

from hallmark_rl.sandbox.child import runner
from hallmark_rl.sandbox.isolation import rlimits, syscalls
from hallmark_rl.sandbox.isolation.fds import (
    CALLER,
    FIRST_RUN_FD,
    MAX_RUN_FDS,
    close_zygote_fds,
)
from hallmark_rl.sandbox.isolation.namespaces import FOLDER
from hallmark_rl.sandbox.protocol import framing


class RunServer:
    """Serves the orders that arrive on the socket `control`, one run at a time.

    A child calls `confine` before its run, which adds to the restrictions it inherits, and
    `exit_child` after it. `pid_namespace` says whether the zygote is process 1 of a PID namespace
    of its own. `fork_limit` is the number of processes for a run that forks for each call.
    With `folders`, a run may have a folder of its own and write files there.
    `package_bytes` of address space, which packages take, are added to the memory of each run.
    """

    def __init__(
        self,
        control: socket,
        confine: Callable[[], None],
        *,
        pid_namespace: bool,
        fork_limit: int,
        package_bytes: int = 0,
        folders: bool = False,
        exit_child: Callable[[], None] = runner.exit_process,
    ) -> None:
        self._control, self._confine, self._exit_child = control, confine, exit_child
        self._pid_namespace, self._fork_limit = pid_namespace, fork_limit
        self._package_bytes, self._folders = package_bytes, folders
        self._host_limits = rlimits.HostLimits()
        self._ancillary_bytes = CMSG_LEN(MAX_RUN_FDS * 4)
        self._poller = select.poll()
        self._poller.register(control, select.POLLIN)
        self._poller.register(CALLER, select.POLLIN)

    def serve_one(self) -> bool:
        """Wait for the next message and serve it; False when the caller is gone."""
        for descriptor, _ in self._poller.poll():
            if descriptor == CALLER:
                return False  # a process that it forked may still hold its end of `control`
        message, ancillary, _, _ = self._control.recvmsg(framing.ORDER_BYTES, self._ancillary_bytes)
        if not message:
            return False
        if message == framing.KILL:
            return True  # the run that it was meant for has ended
        order = framing.Order.from_bytes(message)
        received = 0
        for _, _, rights in ancillary:  # all are descriptors: nothing else was asked for
            received += len(rights) // 4
        if self._host_limits.problem(order.memory_bytes + self._package_bytes, order.cpu_s):
            os.closerange(FIRST_RUN_FD, FIRST_RUN_FD + received)
            refusal = framing.Report(0, framing.HOST_LIMIT, 0.0, 0.0, 0)
            os.write(self._control.fileno(), refusal.to_bytes())
            return True
        started = monotonic()
        pid = syscalls.fork()
        if not pid:
            self._run_child(order, FIRST_RUN_FD + received - 1)
        os.closerange(FIRST_RUN_FD, FIRST_RUN_FD + received)
        pidfd = os.pidfd_open(pid)
        self._poller.register(pidfd, select.POLLIN)
        report = self._watch_and_reap(pid, pidfd, order, started)
        if report is None:
            return False
        os.write(self._control.fileno(), report.to_bytes())
        self._poller.unregister(pidfd)
        os.close(pidfd)
        return True

    def _run_child(self, order: framing.Order, last_received: int) -> None:
        """Do the run, in the child; it does not return."""
        try:
            if order.flags & framing.STDIN:
                os.dup2(last_received, 0)
                os.close(last_received)
            close_zygote_fds()
            processes = self._fork_limit if order.flags & framing.FORKS else 0
            memory_bytes = order.memory_bytes + self._package_bytes
            rlimits.set_run_limits(memory_bytes, order.cpu_s, processes)
            if self._folders:
                rlimits.set_file_size(order.file_bytes)
                if order.flags & framing.FOLDER:
                    os.chdir(FOLDER)
            self._confine()
            runner.run()
            self._exit_child()
        finally:
            os._exit(1)

    def _watch_and_reap(
        self, pid: int, pidfd: int, order: framing.Order, started: float
    ) -> framing.Report | None:
        """Wait for the child, kill it at its limits and reap it; None if the caller is gone."""
        ended_by, caller_gone = framing.EXITED, False
        deadline = started + order.wall_s
        next_cpu_check = started + min(order.cpu_s, order.wall_s)
        while True:
            now = monotonic()
            timeout_s = max(0, min(next_cpu_check, deadline) - now)
            ready = dict(self._poller.poll(timeout_s * 1000 + 0.5))
            if pidfd in ready:
                break
            if ready:
                caller_gone = CALLER in ready or os.read(self._control.fileno(), 1) != framing.KILL
                ended_by = framing.KILLED
                break
            now = monotonic()
            if now >= deadline:
                ended_by = framing.WALL
                break
            if now >= next_cpu_check:
                cpu_left_s = order.cpu_s - _cpu_s(pid)
                if cpu_left_s <= 0:
                    ended_by = framing.CPU
                    break
                next_cpu_check = now + max(cpu_left_s, 0.001)
        if ended_by != framing.EXITED:
            os.kill(pid, SIGKILL)
        _, status, usage = os.wait4(pid, 0)
        cpu_s = usage.ru_utime + usage.ru_stime
        if self._pid_namespace and order.flags & framing.FORKS:
            cpu_s += _kill_and_reap_others()
        if caller_gone:
            return None
        wall_s = monotonic() - started
        return framing.Report(status, ended_by, wall_s, cpu_s, usage.ru_maxrss * 1024)


def _cpu_s(pid: int) -> float:
    """CPU seconds that a process has used so far, from its kernel clock (`CPUCLOCK_SCHED`)."""
    return clock_gettime(~pid << 3 | 2)


def _kill_and_reap_others() -> float:
    """Kill and reap every other process of the PID namespace; returns their CPU seconds."""
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
