"""Fewer page faults in each run, which are half of what a short run costs.

After a fork the first write to a page costs a fault, in the child and in the zygote. A page that is
pinned for input and output is copied by the fork itself instead, at a third of the price. So the
zygote watches a rehearsal for the pages that are written to, and pins them, as buffers of an
io_uring that nobody ever uses: it has no descriptor and no run inherits it. Where a host has no
io_uring, or lets no memory be pinned, runs take the faults.
"""

from __future__ import annotations

import ctypes
import errno
import mmap
import os
import struct

from hallmark_rl.sandbox.isolation.syscalls import MADV_POPULATE_READ, madvise, syscall
from hallmark_rl.sandbox.zygote.memory.mappings import areas

_SETUP, _REGISTER = 425, 427
_BUFFERS, _RING = 0, 20  # what can be registered
_PAGE = mmap.PAGESIZE
_PRESENT, _OF_A_FILE, _EXCLUSIVE = 1 << 63, 1 << 61, 1 << 56
_ENTRY = 8
_MOST = 1500  # pages
_POOL, _POOL_HEAD = 16 << 10, 48  # CPython's allocator: blocks of one size share a pool
_LEAST_BLOCK, _MOST_BLOCK, _STEP = 48, 512, 16
_BYTES_HEAD = 33
_NEW_POOL = 8  # so many free blocks in a row are no hole

Spans = list[tuple[int, int]]  # first page, page behind the last


def fill_holes() -> list[bytes]:
    """Fill the free blocks between the objects there are; keep what is returned.

    New objects of a child then lie side by side in pools of their own, on fewer pages.
    """
    fillers: list[bytes] = []
    for size in range(_LEAST_BLOCK, _MOST_BLOCK + 1, _STEP):
        row = last = 0  # how many blocks in a row there were, from the start of a pool
        for _ in range(_POOL):
            filler = bytes(size - _BYTES_HEAD)
            fillers.append(filler)
            at = id(filler)
            row = row + 1 if row and at == last + size else at % _POOL == _POOL_HEAD
            last = at
            if row == _NEW_POOL:
                del fillers[-row:]
                break
    return fillers


class Watch:
    """Tells which pages a forked process no longer shares with the one it was forked from.

    Made in the parent, before the fork; the child takes the `look`. `processes` is a descriptor of
    `/proc`.
    """

    def __init__(self, processes: int) -> None:
        self._processes = processes
        written = [area for area in areas(processes) if area.mode == "rw-p"]
        self._areas = [(area.start // _PAGE, area.end // _PAGE) for area in written]
        size = sum(end - start for start, end in self._areas) * _ENTRY
        self._seen = mmap.mmap(-1, size)  # shared by the two

    def look(self) -> None:
        """Note the pages that are now this process's alone."""
        at = 0
        handle = os.open("self/pagemap", os.O_RDONLY, dir_fd=self._processes)
        with memoryview(self._seen) as seen:
            for start, end in self._areas:
                size = (end - start) * _ENTRY
                os.preadv(handle, [seen[at : at + size]], start * _ENTRY)
                at += size
        os.close(handle)

    def written(self) -> Spans:
        """The pages that one of the two had written to when the child took its look."""
        return self._those(_PRESENT | _OF_A_FILE | _EXCLUSIVE, _PRESENT | _EXCLUSIVE)

    def touched(self) -> Spans:
        """The pages that the child had mapped then."""
        return self._those(_PRESENT, _PRESENT)

    def _those(self, mask: int, value: int) -> Spans:
        pages = (page for start, end in self._areas for page in range(start, end))
        found: Spans = []
        for page, (entry,) in zip(pages, struct.iter_unpack("Q", self._seen), strict=True):
            if entry & mask == value:
                if found and found[-1][1] == page:
                    found[-1] = (found[-1][0], page + 1)
                else:
                    found.append((page, page + 1))
        return found


def map_in(spans: Spans) -> None:
    """Map these pages, so that every fork of this process from now on finds them mapped."""
    for start, end in spans:
        madvise(start * _PAGE, (end - start) * _PAGE, MADV_POPULATE_READ)


def ring() -> int:
    """The descriptor that `pin` needs, to be had while this process may still ask for it."""
    return syscall("io_uring_setup", _SETUP, 1, ctypes.create_string_buffer(120))


def pin(ring: int, spans: Spans) -> None:
    """Have every fork of this process from now on copy these pages; `ring` may be closed then.

    Raises `OSError` where the host does not let them be pinned, or when they are too many to gain.
    """
    if sum(end - start for start, end in spans) > _MOST:
        raise OSError(errno.E2BIG, "so many pages are no faster to copy in a fork")
    vector = b"".join(struct.pack("QQ", a * _PAGE, (z - a) * _PAGE) for a, z in spans)
    syscall("io_uring_register", _REGISTER, ring, _BUFFERS, vector, len(spans))
    # The process itself, rather than a descriptor, holds the ring from here on.
    own = ctypes.create_string_buffer(struct.pack("IIQ", 0xFFFFFFFF, 0, ring), 16)
    syscall("io_uring_register", _REGISTER, ring, _RING, own, 1)
