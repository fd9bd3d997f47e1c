"""Replace memory that is in use by a mapping of a file with the same content."""

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

_MREMAP_MAYMOVE, _MREMAP_FIXED = 1, 2
_STACK_BYTES = 64 << 10
_CONTEXT_BYTES = 16 << 10  # more than a `ucontext_t` takes on any machine
_MAX_CALLS = 3
_LINK = struct.Struct("@PPiN")  # of a `ucontext_t`: uc_link; uc_stack: start, flags, size
_LINK_OFFSET = struct.calcsize("@L")

Call = tuple[Any, ...]  # the name of a C function, and its arguments as `ctypes` objects


class Remapper:
    """Replaces memory in use by a mapping of a file.

    The interpreter must not run between the copy and the exchange, or what it writes in between
    would be lost. So the C library makes these calls one after the other by itself: each call is a
    context (`makecontext`) that continues with the next one when it returns. Raises `OSError` if
    the C library has no contexts.
    """

    def __init__(self) -> None:
        self._libc = ctypes.CDLL(None, use_errno=True)
        if not hasattr(self._libc, "makecontext"):
            raise OSError(errno.ENOSYS, "this C library has no makecontext")
        self._size = (_MAX_CALLS + 1) * _CONTEXT_BYTES + _MAX_CALLS * _STACK_BYTES
        self._memory = mmap(0, self._size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS)

    def close(self) -> None:
        """Free the memory for contexts and stacks."""
        munmap(self._memory, self._size)

    def replace(
        self, start: int, size: int, file: int, offset: int, mapped: int, then: Call | None = None
    ) -> None:
        """Write `size` bytes from `start` to `file`, then move the mapping at `mapped` to `start`.

        `mapped` is a private mapping of `file` from `offset`. The file must be long enough, with
        its space allocated, so that the write cannot fail. `then` is one more C call, made before
        the interpreter runs again. All addresses and sizes are multiples of the page size. Raises
        `OSError` when `mremap` or `then` fails.
        """
        length, address = ctypes.c_size_t(size), ctypes.c_void_p(start)
        flags = ctypes.c_int(_MREMAP_MAYMOVE | _MREMAP_FIXED)
        calls = [
            ("pwrite", ctypes.c_int(file), address, length, ctypes.c_size_t(offset)),
            ("mremap", ctypes.c_void_p(mapped), length, length, flags, address),
            *([then] if then else []),
        ]
        caller, *contexts = (
            self._memory + number * _CONTEXT_BYTES for number in range(len(calls) + 1)
        )
        for number, call in enumerate(calls):
            self._prepare(number, contexts[number], [*contexts, caller][number + 1], *call)
        ctypes.set_errno(0)
        self._libc.swapcontext(ctypes.c_void_p(caller), ctypes.c_void_p(contexts[0]))
        if error := ctypes.get_errno():
            raise OSError(error, f"mremap or the call after it: {os.strerror(error)}")

    def _prepare(
        self, number: int, context: int, next_context: int, name: str, *arguments: Any
    ) -> None:
        """Make `context` call the C function `name` and then continue with `next_context`."""
        pointer = ctypes.c_void_p(context)
        self._libc.getcontext(pointer)
        stack = self._memory + (_MAX_CALLS + 1) * _CONTEXT_BYTES + number * _STACK_BYTES
        link = _LINK.pack(next_context, stack, 0, _STACK_BYTES)
        ctypes.memmove(context + _LINK_OFFSET, link, _LINK.size)
        function = ctypes.cast(self._libc[name], ctypes.c_void_p)
        self._libc.makecontext(pointer, function, ctypes.c_int(len(arguments)), *arguments)
