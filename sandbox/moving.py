"""Live memory replaced by a copy of itself, so that nobody who uses it can tell."""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from typing import Any

from sandbox.syscalls import MAP_ANONYMOUS, MAP_PRIVATE, PROT_READ, PROT_WRITE, mmap, munmap

_MAYMOVE, _FIXED = 1, 2
_STACK = 64 << 10
_CONTEXT = 16 << 10  # more than a `ucontext_t` of any machine
_LINK = struct.Struct("@PPiN")  # what it is followed by; its stack: start, flags, size
_LINK_AT = struct.calcsize("@L")


class Mover:
    """Puts copies in the place of live memory.

    The interpreter must not run between the copy and the exchange, or what it writes then would be
    lost. So the C library does one after the other by itself: each is a context (`makecontext`)
    whose end starts the next. Raises `OSError` where the C library has no contexts.
    """

    def __init__(self) -> None:
        self._libc = ctypes.CDLL(None, use_errno=True)
        if not hasattr(self._libc, "makecontext"):
            raise OSError(errno.ENOSYS, "this C library has no contexts")
        self._size = 3 * _CONTEXT + 2 * _STACK
        self._space = mmap(0, self._size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS)

    def close(self) -> None:
        """Give back the memory that `replace` works in."""
        munmap(self._space, self._size)

    def replace(self, start: int, size: int, room: int) -> None:
        """Copy `size` bytes from `start` to `room`, and then move that memory to `start`.

        All three are on the edges of pages. Raises `OSError` when the exchange fails.
        """
        here, copying, moving = (self._space + number * _CONTEXT for number in range(3))
        length = ctypes.c_size_t(size)
        source, copy = ctypes.c_void_p(start), ctypes.c_void_p(room)
        self._prepare(copying, moving, 0, self._libc.memcpy, copy, source, length)
        how = ctypes.c_int(_MAYMOVE | _FIXED)
        self._prepare(moving, here, 1, self._libc.mremap, copy, length, length, how, source)
        ctypes.set_errno(0)
        self._libc.swapcontext(ctypes.c_void_p(here), ctypes.c_void_p(copying))
        if number := ctypes.get_errno():
            raise OSError(number, f"mremap: {os.strerror(number)}")

    def _prepare(self, context: int, following: int, stack: int, *call: Any) -> None:
        """Make `context` do one `call`, a function and its arguments, and go on to `following`."""
        function, *arguments = call
        at = ctypes.c_void_p(context)
        self._libc.getcontext(at)
        own = self._space + 3 * _CONTEXT + stack * _STACK
        ctypes.memmove(context + _LINK_AT, _LINK.pack(following, own, 0, _STACK), _LINK.size)
        pointer = ctypes.cast(function, ctypes.c_void_p)
        self._libc.makecontext(at, pointer, ctypes.c_int(len(arguments)), *arguments)
