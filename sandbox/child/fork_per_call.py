"""Fresh calls: a copy of the loaded program answers each one, and dies with all that it remembers.

A copy is forked while others still answer, and waits for its turn; it is taken apart while others
already do. The call itself is alone: it begins when the one before it has been answered.
"""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable, Iterable, Sequence
from signal import SIGKILL
from typing import Any

from hallmark_rl.sandbox.isolation import syscalls
from hallmark_rl.sandbox.protocol import framing
from hallmark_rl.sandbox.protocol.codec import dumps

ALIVE = framing.TURN_EVENTS - 1  # or a copy would set the event of one that is not reaped yet
AHEAD = ALIVE - 1  # copies that wait for their turn

_ANSWERED, _OUT_OF_MEMORY = 2, 3
_CRASH = framing.frame(dumps(["crash"]))
_NOW, _ANSWERING = (value.to_bytes(8, sys.byteorder) for value in (1, 2))

_exit, _fork, _getpid, _kill = os._exit, syscalls.fork, os.getpid, os.kill
_read, _waitpid = os.read, os.waitpid
_poll, _READABLE = select.poll, select.POLLIN
_exit_code = os.waitstatus_to_exitcode
_write = framing.write_all

_Copy = tuple[int, int, int]  # its process, its turn, the turn of the next


def answer_each(
    calls: Iterable[Any],
    answer: Callable[[Any], tuple[bytes, bool]],
    data: int,
    turns: Sequence[int],
    finish: Callable[[], None],
) -> bool:
    """Send the answer to each call on `data`, in their order; False when one ran out of memory.

    `turns` are `TURN_EVENTS` eventfds: a copy waits for its own, and then sets that of the next.
    `answer` gives the bytes to send, and whether there was memory enough; `finish` flushes the
    output.
    """
    alive: list[_Copy] = []
    own, following = turns[0], turns[1]
    _write(own, _NOW)
    try:
        for number, call in enumerate(calls, 1):
            pid = _fork()
            if not pid:
                _be_copy(call, answer, data, own, following, finish)
            alive.append((pid, own, following))
            own, following = following, turns[(number + 1) % framing.TURN_EVENTS]
            if len(alive) == ALIVE and not _settle(alive, data):
                return False
        while alive:
            if not _settle(alive, data):
                return False
        return True
    finally:
        _end(alive)


def _be_copy(
    call: Any,
    answer: Callable[[Any], tuple[bytes, bool]],
    data: int,
    own: int,
    following: int,
    finish: Callable[[], None],
) -> None:
    try:
        _read(own, 8)
        said, enough = answer(call)
        finish()
        _write(own, _ANSWERING)
        _write(data, said)
        if not enough:
            _exit(_OUT_OF_MEMORY)
        _write(following, _NOW)
        _exit(_ANSWERED)
    finally:
        _exit(1)


def _settle(alive: list[_Copy], data: int) -> bool:
    """See the first copy to its end, and speak for it if it died without an answer."""
    pid, own, following = alive.pop(0)
    _, status = _waitpid(pid, 0)
    code = _exit_code(status)
    if code == _ANSWERED:
        _read(own, 8)  # nothing is left for a later copy
        return True
    if code == _OUT_OF_MEMORY:
        return False
    waiting = _poll()
    waiting.register(own, _READABLE)
    if waiting.poll(0) and _read(own, 8) == _ANSWERING:
        _end(alive)
        _kill(_getpid(), SIGKILL)  # nobody can tell whether its answer was sent
    _write(data, _CRASH)
    _write(following, _NOW)
    return True


def _end(alive: list[_Copy]) -> None:
    for pid, *_ in alive:
        _kill(pid, SIGKILL)
        _waitpid(pid, 0)
