"""System calls and C library functions that the standard library does not offer.

Each raises `OSError` with the call's name in its message when it fails.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import os
from collections.abc import Iterator

_libc = ctypes.CDLL(None, use_errno=True)
_libc_holding_gil = ctypes.PyDLL(None)
_libc.syscall.restype = ctypes.c_long
_libc.prctl.restype = ctypes.c_int
_libc.mmap.restype = ctypes.c_void_p

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_CAPBSET_DROP = 24
PR_SET_NO_NEW_PRIVS = 38
PR_SET_MDWE = 65
PR_MDWE_REFUSE_EXEC_GAIN = 1

PROT_READ, PROT_WRITE, PROT_EXEC = 1, 2, 4
MAP_PRIVATE, MAP_ANONYMOUS = 0x02, 0x20
_ADD_SEALS, _SEALS = 1033, 0x1 | 0x2 | 0x4 | 0x8  # F_SEAL_SEAL, _SHRINK, _GROW, _WRITE
_MAP_FAILED = ctypes.c_void_p(-1).value

Argument = int | bytes | ctypes.Array[ctypes.c_char]


def _checked(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def _native(value: Argument) -> ctypes.c_long | bytes | ctypes.Array[ctypes.c_char]:
    return ctypes.c_long(value) if isinstance(value, int) else value


def syscall(name: str, number: int, *arguments: Argument) -> int:
    """Make system call `number`; `name` is for the message of an `OSError`."""
    result: int = _libc.syscall(ctypes.c_long(number), *map(_native, arguments))
    return _checked(result, name)


def prctl(option: int, *arguments: int) -> int:
    """prctl(2); arguments that are not given are 0."""
    padded = (*arguments, 0, 0, 0, 0)[:4]
    result: int = _libc.prctl(ctypes.c_int(option), *map(ctypes.c_ulong, padded))
    return _checked(result, f"prctl({option})")


@contextlib.contextmanager
def named(call: str) -> Iterator[None]:
    """Put the name of a call of `os` into the message of the `OSError` that it raises."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, f"{call}: {error.strerror}") from None


def fork() -> int:
    """`os.fork` for a process of one thread; it runs no hooks, so it writes to far fewer pages."""
    pid: int = _libc_holding_gil.fork()
    return pid if pid >= 0 else os.fork()  # which raises an error with the reason


def unshare(flags: int) -> None:
    """unshare(2)."""
    _checked(_libc.unshare(ctypes.c_int(flags)), "unshare")


def set_hostname(name: bytes) -> None:
    """sethostname(2)."""
    _checked(_libc.sethostname(name, ctypes.c_size_t(len(name))), "sethostname")


def mount(source: bytes, target: bytes, kind: bytes, flags: int, data: bytes = b"") -> None:
    """mount(2)."""
    _checked(_libc.mount(source, target, kind, ctypes.c_ulong(flags), data), "mount")


def unmount(target: bytes, flags: int) -> None:
    """umount2(2)."""
    _checked(_libc.umount2(target, ctypes.c_int(flags)), "umount2")


def mmap(
    address: int, size: int, protection: int, flags: int, descriptor: int = -1, offset: int = 0
) -> int:
    """mmap(2); returns the address, which Python's `mmap` does not tell."""
    mapped: int = _libc.mmap(
        ctypes.c_void_p(address), ctypes.c_size_t(size), protection, flags, descriptor,
        ctypes.c_long(offset),
    )  # fmt: skip
    return _checked(-1 if mapped == _MAP_FAILED else mapped, "mmap")


def seal(file: int) -> None:
    """Make a memfd immutable: add the seals against writing, growing, shrinking and new seals."""
    fcntl.fcntl(file, _ADD_SEALS, _SEALS)
