"""The capabilities of this process: which it holds, and how it gives them up."""

from __future__ import annotations

import ctypes
import os
import struct

from hallmark_rl.sandbox.isolation import syscalls

_CAPGET = {"x86_64": 125, "aarch64": 90}
_CAPSET = {"x86_64": 126, "aarch64": 91}
_HEADER = struct.pack("Ii", 0x20080522, 0)  # _LINUX_CAPABILITY_VERSION_3, this process
_SETS_BYTES = 24  # effective, permitted and inheritable, twice 32 bits each


def held() -> bool:
    """Whether this process has any capability, in any of its sets.

    Raises `OSError` if the kernel does not tell.
    """
    header = ctypes.create_string_buffer(_HEADER, len(_HEADER))
    sets = ctypes.create_string_buffer(_SETS_BYTES)
    syscalls.syscall("capget", _CAPGET[os.uname().machine], header, sets)
    return any(sets.raw)


def drop_bounding_set() -> None:
    """Take from this process the right to get capabilities later, as far as it may."""
    for capability in range(64):
        try:
            syscalls.prctl(syscalls.PR_CAPBSET_DROP, capability)
        except OSError:
            break


def drop_all() -> None:
    """Give up all capabilities of this process.

    Raises `OSError` if it still has one afterwards, or if the kernel does not tell.
    """
    drop_bounding_set()
    if held():
        syscalls.syscall("capset", _CAPSET[os.uname().machine], _HEADER, b"\0" * _SETS_BYTES)
    if held():
        raise PermissionError("this process still holds capabilities")
