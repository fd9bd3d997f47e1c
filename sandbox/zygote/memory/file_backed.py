"""Back memory by a memfd, so that fork copies no page-table entries for untouched pages.

A run touches about a third of the memory that its zygote has loaded, but fork copies an entry for
every page of anonymous memory that is present. Pages of a file have an entry only once they are
touched. So the zygote moves its writable memory into a memfd, at the same addresses, and maps that
privately: a write goes to the writer's own copy, as before.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import os
import struct

from hallmark_rl.sandbox.isolation.fds import move_high
from hallmark_rl.sandbox.isolation.syscalls import (
    MAP_PRIVATE,
    PROT_READ,
    PROT_WRITE,
    mmap,
    seal,
    syscall,
)
from hallmark_rl.sandbox.zygote.memory.mappings import mapped_areas
from hallmark_rl.sandbox.zygote.memory.remap import Call, Remapper

_USERFAULTFD, _FLAGS = 323, os.O_CLOEXEC | 1  # UFFD_USER_MODE_ONLY
_UFFDIO_API, _UFFDIO_REGISTER = 0xC018AA3F, 0xC020AA00
_API_REQUEST = struct.pack("3Q", 0xAA, 1 << 12, 0)  # UFFD_FEATURE_WP_HUGETLBFS_SHMEM
_WRITE_PROTECT = 2  # UFFDIO_REGISTER_MODE_WP
_NOT_COPIED = {"wf", "dp", "dc"}  # wiped on fork, may be discarded, not copied on fork


class FileBackedMemory:
    """Moves all memory that fork copies, but the stack, into a memfd; for a process of one thread.

    `proc` is a descriptor of `/proc`. Until `close`, touching a page maps that page alone; after
    it, also up to 15 of its neighbours, which is what the kernel does with files (fault-around).
    Raises `OSError` where the host does not allow the move.
    """

    def __init__(self, proc: int) -> None:
        not_copied = _starts_of_areas_not_copied(proc)
        self._areas = [
            area for area in mapped_areas(proc)
            if area.mode == "rw-p" and area.name != "[stack]" and area.start not in not_copied
        ]  # fmt: skip
        self._registrations = [
            struct.pack("4Q", area.start, area.size, _WRITE_PROTECT, 0) for area in self._areas
        ]
        self._userfaultfd = open_userfaultfd()
        try:
            self._move()
        except BaseException:
            self.close()
            raise

    def _move(self) -> None:
        size = sum(area.size for area in self._areas)
        with contextlib.ExitStack() as stack:
            remapper = Remapper()
            stack.callback(remapper.close)
            file = os.memfd_create("data", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
            stack.callback(os.close, file)
            os.posix_fallocate(file, 0, size)  # so that writing to it cannot fail
            offset = 0
            for area, registration in zip(self._areas, self._registrations, strict=True):
                mapped = mmap(0, area.size, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, offset)
                then = self._registering_call(registration)
                remapper.replace(area.start, area.size, file, offset, mapped, then)
                offset += area.size
            seal(file)

    def _registering_call(self, registration: bytes) -> Call | None:
        """The C call that registers an area with the userfaultfd; None if there is none."""
        if self._userfaultfd is None:
            return None
        argument = ctypes.create_string_buffer(registration)
        return (
            "ioctl", ctypes.c_int(self._userfaultfd), ctypes.c_ulong(_UFFDIO_REGISTER), argument
        )  # fmt: skip

    def register_userfaultfd(self) -> None:
        """Turn fault-around off in this process too, which is a fork, for as long as it lives."""
        if self._userfaultfd is not None:
            userfaultfd = syscall("userfaultfd", _USERFAULTFD, _FLAGS)
            fcntl.ioctl(userfaultfd, _UFFDIO_API, _API_REQUEST)
            for registration in self._registrations:
                fcntl.ioctl(userfaultfd, _UFFDIO_REGISTER, registration)

    def close(self) -> None:
        """Close the userfaultfd, which turns fault-around on again; memory stays in the file."""
        if self._userfaultfd is not None:
            os.close(self._userfaultfd)
            self._userfaultfd = None


def _starts_of_areas_not_copied(proc: int) -> set[int]:
    """Where the areas start that fork does not copy, such as the state of `getrandom`."""
    starts = set()
    with open(os.open("self/smaps", os.O_RDONLY, dir_fd=proc)) as lines:
        for line in lines:
            if not line[0].isupper():
                start = int(line.partition("-")[0], 16)
            elif line.startswith("VmFlags:") and _NOT_COPIED & {*line.split()}:
                starts.add(start)
    return starts


def open_userfaultfd() -> int | None:
    """A userfaultfd for write-protect faults of file pages; None where the kernel has none.

    Areas are registered with it, but no page is ever armed, so it reports nothing. It is used for a
    side effect: the kernel does no fault-around in registered areas.
    """
    try:
        userfaultfd = move_high(syscall("userfaultfd", _USERFAULTFD, _FLAGS))
    except OSError:
        return None
    try:
        fcntl.ioctl(userfaultfd, _UFFDIO_API, _API_REQUEST)
    except OSError:
        os.close(userfaultfd)
        return None
    return userfaultfd
