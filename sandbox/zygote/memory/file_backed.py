"""Memory kept in a file, so that a fork has less to copy: nothing of what nobody touched.

A run touches a third of what its zygote has loaded, but a fork copies an entry for every page that
is mapped. What is mapped from a file is so only once it is touched. So a zygote moves what it can
write to into a file in memory, all at its address, and maps it from there as its own: what it or a
run writes goes to their own copies, as ever.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import os
import struct

from hallmark_rl.sandbox.isolation.syscalls import (
    MAP_PRIVATE,
    PROT_READ,
    PROT_WRITE,
    mmap,
    seal,
    syscall,
)
from hallmark_rl.sandbox.zygote.fds import aside
from hallmark_rl.sandbox.zygote.memory.mappings import areas
from hallmark_rl.sandbox.zygote.memory.remap import Call, Mover

_USERFAULTFD, _FLAGS = 323, os.O_CLOEXEC | 1  # UFFD_USER_MODE_ONLY
_API, _REGISTER = 0xC018AA3F, 0xC020AA00
_HELLO = struct.pack("3Q", 0xAA, 1 << 12, 0)  # UFFD_FEATURE_WP_HUGETLBFS_SHMEM
_WRITES = 2  # UFFDIO_REGISTER_MODE_WP
_NO_COPY = {"wf", "dp", "dc"}  # what a fork finds empty, may find empty, or does not find


class Shelf:
    """All memory that forks copy, but the stack, moved into a file; the process has one thread.

    Until `close` a page that is touched is mapped alone; after that it brings its neighbours along,
    up to 15 of them, as the kernel does with files. `processes` is a descriptor of `/proc`. Raises
    `OSError` where the host does not let memory be moved.
    """

    def __init__(self, processes: int) -> None:
        kept = _not_copied(processes)
        self._areas = [
            area for area in areas(processes)
            if area.mode == "rw-p" and area.name != "[stack]" and area.start not in kept
        ]  # fmt: skip
        self._registrations = [
            struct.pack("4Q", area.start, area.size, _WRITES, 0) for area in self._areas
        ]
        self._faults = _faults()
        try:
            self._fill()
        except BaseException:
            self.close()
            raise

    def _fill(self) -> None:
        size = sum(area.size for area in self._areas)
        with contextlib.ExitStack() as held:
            mover = Mover()
            held.callback(mover.close)
            file = os.memfd_create("data", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
            held.callback(os.close, file)
            os.posix_fallocate(file, 0, size)  # what is written below has its place
            at = 0
            for area, registration in zip(self._areas, self._registrations, strict=True):
                room = mmap(0, area.size, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, at)
                then = self._register(registration)
                mover.replace(area.start, area.size, file, at, room, then)
                at += area.size
            seal(file)

    def _register(self, registration: bytes) -> Call | None:
        """The call that has the pages of an area mapped alone, where the host knows it."""
        if self._faults is None:
            return None
        how = ctypes.create_string_buffer(registration)
        return "ioctl", ctypes.c_int(self._faults), ctypes.c_ulong(_REGISTER), how

    def follow(self) -> None:
        """Have pages mapped alone in this process too, a fork, for as long as it lives."""
        if self._faults is not None:
            faults = syscall("userfaultfd", _USERFAULTFD, _FLAGS)
            fcntl.ioctl(faults, _API, _HELLO)
            for registration in self._registrations:
                fcntl.ioctl(faults, _REGISTER, registration)

    def close(self) -> None:
        """Let pages bring their neighbours along."""
        if self._faults is not None:
            os.close(self._faults)
            self._faults = None


def _not_copied(processes: int) -> set[int]:
    """Where the areas start that are not the same in a fork, such as the state of `getrandom`."""
    found = set()
    with open(os.open("self/smaps", os.O_RDONLY, dir_fd=processes)) as listed:
        for line in listed:
            if not line[0].isupper():
                start = int(line.partition("-")[0], 16)
            elif line.startswith("VmFlags:") and _NO_COPY & {*line.split()}:
                found.add(start)
    return found


def _faults() -> int | None:
    """A userfaultfd that may be told of writes, but is not told of any; None where there is none.

    All it does is what the kernel does for each that may be told: to map single pages.
    """
    try:
        faults = aside(syscall("userfaultfd", _USERFAULTFD, _FLAGS))
    except OSError:
        return None
    try:
        fcntl.ioctl(faults, _API, _HELLO)
    except OSError:
        os.close(faults)
        return None
    return faults
