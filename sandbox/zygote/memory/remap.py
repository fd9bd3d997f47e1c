"""Live memory replaced by a file with the same content, so that nobody who uses it can tell."""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from typing import Any

from hallmark_rl.sandbox.isolation.syscalls import (
    MAP_ANONYMOUS,
    MAP_PRIVATE,
    PROT_READ,
    PROT_WRITE,
    mmap,
    munmap,
)

_MAYMOVE, _FIXED = 1, 2
_STACK = 64 << 10
_CONTEXT = 16 << 10  # more than a `ucontext_t` of any machine
_MOST = 3  # calls in a row
_LINK = struct.Struct("@PPiN")  # what it is followed by; its stack: start, flags, size
_LINK_AT = struct.calcsize("@L")

Call = tuple[Any, ...]  # the name of a C function, and what it is given as objects of `ctypes`


class Mover:
    """Puts a file in the place of live memory.

    The interpreter must not run between the copy and the exchange, or what it writes then would be
    lost. So the C library does one after the other by itself: each is a context (`makecontext`)
    whose end starts the next. Raises `OSError` where the C library has no contexts.
    """

    def __init__(self) -> None:
        self._libc = ctypes.CDLL(None, use_errno=True)
        if not hasattr(self._libc, "makecontext"):
            raise OSError(errno.ENOSYS, "this C library has no contexts")
        self._size = (_MOST + 1) * _CONTEXT + _MOST * _STACK
        self._space = mmap(0, self._size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS)

    def close(self) -> None:
        """Give back the memory that `replace` works in."""
        munmap(self._space, self._size)

    def replace(
        self, start: int, size: int, file: int, place: int, room: int, then: Call | None = None
    ) -> None:
        """Write `size` bytes from `start` to `file`, and then move the memory at `room` to `start`.

        What is moved maps what is written, privately. The file has it in its length already, at
        `place`, so that to write there cannot fail. The call `then`, if there is one, is done
        before the interpreter runs again. All places are on the edges of pages. Raises `OSError`
        when the exchange fails.
        """
        length, at = ctypes.c_size_t(size), ctypes.c_void_p(start)
        how = ctypes.c_int(_MAYMOVE | _FIXED)
        calls = [
            ("pwrite", ctypes.c_int(file), at, length, ctypes.c_size_t(place)),
            ("mremap", ctypes.c_void_p(room), length, length, how, at),
            *([then] if then else []),
        ]
        here, *contexts = (self._space + number * _CONTEXT for number in range(len(calls) + 1))
        for number, call in enumerate(calls):
            self._prepare(number, contexts[number], [*contexts, here][number + 1], *call)
        ctypes.set_errno(0)
        self._libc.swapcontext(ctypes.c_void_p(here), ctypes.c_void_p(contexts[0]))
        if error := ctypes.get_errno():
            raise OSError(error, f"mremap or what follows it: {os.strerror(error)}")

    def _prepare(self, number: int, context: int, following: int, name: str, *given: Any) -> None:
        """Make `context` call a function with what is `given`, and go on to `following`."""
        at = ctypes.c_void_p(context)
        self._libc.getcontext(at)
        stack = self._space + (_MOST + 1) * _CONTEXT + number * _STACK
        ctypes.memmove(context + _LINK_AT, _LINK.pack(following, stack, 0, _STACK), _LINK.size)
        function = ctypes.cast(self._libc[name], ctypes.c_void_p)
        self._libc.makecontext(at, function, ctypes.c_int(len(given)), *given)
