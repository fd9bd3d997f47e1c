"""Fresh calls: each call is answered by a new fork of the loaded program, which then ends.

What a call changes in memory is gone with its fork. The next forks are made ahead, while earlier
ones still run, and each waits for its turn: an eventfd that its predecessor sets. So forking and
tearing down overlap with other calls, but only one call runs at a time.
"""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable, Iterable, Sequence
from signal import SIG_DFL, SIGKILL, SIGXCPU, signal
from time import clock_gettime
from typing import Any

from hallmark_rl.sandbox.isolation import syscalls
from hallmark_rl.sandbox.protocol import framing
from hallmark_rl.sandbox.protocol.codec import dumps

# The most forks that exist at a time. With one more, a fork would set the eventfd of a fork that
# has not been reaped.
ALIVE = framing.TURN_EVENTS - 1
AHEAD = ALIVE - 1  # forks that wait for their turn

_ANSWERED, _OUT_OF_MEMORY = 2, 3  # exit codes of a fork
_CRASH = framing.frame(dumps(["crash"]))
_MAY_RUN, _IS_SENDING = (value.to_bytes(8, sys.byteorder) for value in (1, 2))  # eventfd values

# Bound before a program runs, which could replace them in their modules.
_exit, _fork, _getpid, _kill = os._exit, syscalls.fork, os.getpid, os.kill
_read, _close, _waitpid, _wait4, _pidfd_open = (
    os.read,
    os.close,
    os.waitpid,
    os.wait4,
    os.pidfd_open,
)
_lseek, _SEEK_SET, _SEEK_CUR = os.lseek, os.SEEK_SET, os.SEEK_CUR
_clock_gettime, _set_signal, _SIG_DFL, _SIGXCPU = clock_gettime, signal, SIG_DFL, SIGXCPU
_poll, _READABLE = select.poll, select.POLLIN
_exit_code = os.waitstatus_to_exitcode
_write = framing.write_all

_Fork = tuple[int, int, int]  # pid, the eventfd of its turn, the eventfd of the next turn


def fork_per_call(
    calls: Iterable[Any],
    answer: Callable[[Any], tuple[bytes, bool]],
    data: int,
    turns: Sequence[int],
    flush_output: Callable[[], None],
    cpu_s: float,
) -> bool:
    """Send the answer to each call on the descriptor `data`, in the order of the calls.

    `answer` takes a call and returns the bytes to send and whether there was memory enough. `turns`
    are `framing.TURN_EVENTS` eventfds, all 0. `flush_output` is called in each fork before its
    answer is sent. Returns False if a call ran out of memory; the calls after it are not answered
    then. If a fork dies before it answers, a crash result is sent for it. If this process and its
    forks together use `cpu_s` seconds of CPU time, it ends them and itself by SIGXCPU. Each call
    reads stdin from where the loaded program left it.
    """
    alive: list[_Fork] = []
    budget = _CpuBudget(cpu_s)
    stdin_offset = _stdin_offset()
    turn, next_turn = turns[0], turns[1]
    _write(turn, _MAY_RUN)
    try:
        for number, call in enumerate(calls, 1):
            pid = _fork()
            if not pid:
                _answer_one_call(call, answer, data, turn, next_turn, flush_output, stdin_offset)
            alive.append((pid, turn, next_turn))
            turn, next_turn = next_turn, turns[(number + 1) % framing.TURN_EVENTS]
            if len(alive) == ALIVE and not _reap_oldest(alive, data, budget):
                return False
        while alive:
            if not _reap_oldest(alive, data, budget):
                return False
        return True
    finally:
        _kill_all(alive)


def _answer_one_call(
    call: Any,
    answer: Callable[[Any], tuple[bytes, bool]],
    data: int,
    turn: int,
    next_turn: int,
    flush_output: Callable[[], None],
    stdin_offset: int,
) -> None:
    """Wait for the turn of this fork, answer its call, pass the turn on and exit."""
    try:
        _read(turn, 8)
        if stdin_offset >= 0:
            _lseek(0, stdin_offset, _SEEK_SET)  # the offset is common to all forks
        reply, enough_memory = answer(call)
        flush_output()
        _write(turn, _IS_SENDING)
        _write(data, reply)
        if not enough_memory:
            _exit(_OUT_OF_MEMORY)
        _write(next_turn, _MAY_RUN)
        _exit(_ANSWERED)
    finally:
        _exit(1)


class _CpuBudget:
    """The CPU time that this process and its forks may use together."""

    def __init__(self, cpu_s: float) -> None:
        self._left_s = cpu_s  # without what the processes that are alive have used

    def wait(self, alive: list[_Fork]) -> int:
        """Wait for the end of the oldest fork and reap it; returns its exit code.

        Ends all forks and this process if the budget is used up before.
        """
        pid = alive[0][0]
        handle = _pidfd_open(pid)
        ended = _poll()
        ended.register(handle, _READABLE)
        while True:
            left_s = self._left_s - sum(_cpu_s(process) for process in (0, *(f[0] for f in alive)))
            if left_s <= 0:
                _kill_all(alive)
                _set_signal(_SIGXCPU, _SIG_DFL)
                _kill(_getpid(), _SIGXCPU)
            if ended.poll(left_s * 1000 + 1):
                break
        _close(handle)
        del alive[0]
        _, status, usage = _wait4(pid, 0)
        self._left_s -= usage.ru_utime + usage.ru_stime
        return _exit_code(status)


def _cpu_s(pid: int) -> float:
    """CPU seconds that a process has used, from its kernel clock; 0 stands for this process."""
    return _clock_gettime(~pid << 3 | 2)


def _stdin_offset() -> int:
    """The offset of stdin; -1 if it has none."""
    try:
        return _lseek(0, 0, _SEEK_CUR)
    except OSError:
        return -1


def _reap_oldest(alive: list[_Fork], data: int, budget: _CpuBudget) -> bool:
    """Reap the oldest fork; if it died without replying, send a crash result for it.

    Returns False if it ran out of memory. If it died while it was sending its reply, this process
    kills itself: nobody can tell whether that call has been answered.
    """
    _, turn, next_turn = alive[0]
    code = budget.wait(alive)
    if code == _ANSWERED:
        _read(turn, 8)  # back to 0, for the fork that gets this eventfd next
        return True
    if code == _OUT_OF_MEMORY:
        return False
    waiting = _poll()
    waiting.register(turn, _READABLE)
    if waiting.poll(0) and _read(turn, 8) == _IS_SENDING:
        _kill_all(alive)
        _kill(_getpid(), SIGKILL)
    _write(data, _CRASH)
    _write(next_turn, _MAY_RUN)
    return True


def _kill_all(alive: list[_Fork]) -> None:
    for pid, *_ in alive:
        _kill(pid, SIGKILL)
        _waitpid(pid, 0)
