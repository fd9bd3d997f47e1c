"""The few system calls Python has no name for."""

from __future__ import annotations

import ctypes
import fcntl
import os

_libc = ctypes.CDLL(None, use_errno=True)
_itself = ctypes.PyDLL(None)
_libc.syscall.restype = ctypes.c_long
_libc.prctl.restype = ctypes.c_int
_libc.mmap.restype = ctypes.c_void_p

PR_SET_PDEATHSIG = 1
PR_GET_DUMPABLE = 3
PR_SET_DUMPABLE = 4
PR_CAPBSET_DROP = 24
PR_SET_NO_NEW_PRIVS = 38
PR_SET_MDWE = 65
PR_MDWE_REFUSE_EXEC_GAIN = 1

PROT_READ, PROT_WRITE, PROT_EXEC = 1, 2, 4
MAP_PRIVATE, MAP_FIXED, MAP_ANONYMOUS = 0x02, 0x10, 0x20
MADV_POPULATE_READ, MADV_COLLAPSE = 22, 25
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
    """System call `number`; an error is raised with `name` in its message."""
    result: int = _libc.syscall(ctypes.c_long(number), *map(_native, arguments))
    return _checked(result, name)


def prctl(option: int, *arguments: int) -> int:
    padded = (*arguments, 0, 0, 0, 0)[:4]
    result: int = _libc.prctl(ctypes.c_int(option), *map(ctypes.c_ulong, padded))
    return _checked(result, f"prctl({option})")


def fork() -> int:
    """`os.fork` of a process that has one thread, without hooks: it writes to far fewer pages."""
    pid: int = _itself.fork()
    return pid if pid >= 0 else os.fork()  # which says why


def unshare(flags: int) -> None:
    _checked(_libc.unshare(ctypes.c_int(flags)), "unshare")


def name_host(name: bytes) -> None:
    _checked(_libc.sethostname(name, ctypes.c_size_t(len(name))), "sethostname")


def mount(source: bytes, target: bytes, kind: bytes, flags: int, data: bytes = b"") -> None:
    _checked(_libc.mount(source, target, kind, ctypes.c_ulong(flags), data), "mount")


def unmount(target: bytes, flags: int) -> None:
    _checked(_libc.umount2(target, ctypes.c_int(flags)), "umount2")


def mmap(
    address: int, size: int, protection: int, flags: int, descriptor: int = -1, offset: int = 0
) -> int:
    """Where the mapping is; unlike those of Python's module, it may take the place of another."""
    found: int = _libc.mmap(
        ctypes.c_void_p(address), ctypes.c_size_t(size), protection, flags, descriptor,
        ctypes.c_long(offset),
    )  # fmt: skip
    return _checked(-1 if found == _MAP_FAILED else found, "mmap")


def munmap(address: int, size: int) -> None:
    _checked(_libc.munmap(ctypes.c_void_p(address), ctypes.c_size_t(size)), "munmap")


def madvise(address: int, size: int, advice: int) -> None:
    _checked(_libc.madvise(ctypes.c_void_p(address), ctypes.c_size_t(size), advice), "madvise")


def seal(file: int) -> None:
    """Let nobody change a file in memory from now on, whoever holds it."""
    fcntl.fcntl(file, _ADD_SEALS, _SEALS)
