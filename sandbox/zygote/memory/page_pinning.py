"""Fewer page faults in each run; they are half of what a short run costs.

After a fork, the first write to a page costs a fault, in the child and in the zygote. A page that
is pinned for direct I/O is copied by fork itself, at a third of that price. So the zygote watches
which pages a trial run writes to, and pins them as buffers of an io_uring. That io_uring is never
used for I/O: no descriptor of it is left, and no run inherits it. On a host without io_uring, or
where memory may not be pinned, runs take the faults.
"""

from __future__ import annotations

import ctypes
import errno
import mmap
import os
import struct

from hallmark_rl.sandbox.isolation.syscalls import MADV_POPULATE_READ, madvise, syscall
from hallmark_rl.sandbox.zygote.memory.mappings import mapped_areas

_IO_URING_SETUP, _IO_URING_REGISTER = 425, 427
_REGISTER_BUFFERS, _REGISTER_RING = 0, 20
_PAGE = mmap.PAGESIZE
_PRESENT, _OF_A_FILE, _EXCLUSIVE = 1 << 63, 1 << 61, 1 << 56  # bits of /proc/self/pagemap
_ENTRY = 8  # bytes per page in /proc/self/pagemap
_MAX_PINNED = 1500  # pages; copying more in each fork takes longer than the faults
_POOL, _POOL_HEADER = 16 << 10, 48  # CPython's allocator: blocks of one size share a pool
_MIN_BLOCK, _MAX_BLOCK, _BLOCK_STEP = 48, 512, 16
_BYTES_HEADER = 33
_NEW_POOL = 8  # so many adjacent free blocks from the start of a pool mean that the pool is new

Spans = list[tuple[int, int]]  # number of the first page, number of the page after the last


def fill_holes() -> list[bytes]:
    """Fill the free blocks between existing objects; the result must be kept alive.

    New objects of a child are then allocated side by side in new pools, so on fewer pages.
    """
    fillers: list[bytes] = []
    for size in range(_MIN_BLOCK, _MAX_BLOCK + 1, _BLOCK_STEP):
        in_a_row = last = 0  # adjacent blocks so far, from the start of a pool
        for _ in range(_POOL):
            filler = bytes(size - _BYTES_HEADER)
            fillers.append(filler)
            address = id(filler)
            if in_a_row and address == last + size:
                in_a_row += 1
            else:
                in_a_row = int(address % _POOL == _POOL_HEADER)
            last = address
            if in_a_row == _NEW_POOL:
                del fillers[-in_a_row:]
                break
    return fillers


class PageWatch:
    """Finds which pages a forked process touched, and which it no longer shares with its parent.

    Create it in the parent before the fork, call `record` in the child, and read the result in the
    parent. `proc` is a descriptor of `/proc`.
    """

    def __init__(self, proc: int) -> None:
        self._proc = proc
        writable = [area for area in mapped_areas(proc) if area.mode == "rw-p"]
        self._areas = [(area.start // _PAGE, area.end // _PAGE) for area in writable]
        size = sum(end - start for start, end in self._areas) * _ENTRY
        self._entries = mmap.mmap(-1, size)  # shared memory of parent and child

    def record(self) -> None:
        """Record the state of all watched pages in this process."""
        offset = 0
        pagemap = os.open("self/pagemap", os.O_RDONLY, dir_fd=self._proc)
        with memoryview(self._entries) as entries:
            for start, end in self._areas:
                size = (end - start) * _ENTRY
                os.preadv(pagemap, [entries[offset : offset + size]], start * _ENTRY)
                offset += size
        os.close(pagemap)

    def written(self) -> Spans:
        """The pages that parent or child had written to, between the fork and `record`."""
        return self._matching(_PRESENT | _OF_A_FILE | _EXCLUSIVE, _PRESENT | _EXCLUSIVE)

    def touched(self) -> Spans:
        """The pages that the child had mapped at `record`."""
        return self._matching(_PRESENT, _PRESENT)

    def _matching(self, mask: int, value: int) -> Spans:
        """The pages whose recorded entry has `value` in the bits of `mask`."""
        pages = (page for start, end in self._areas for page in range(start, end))
        spans: Spans = []
        for page, (entry,) in zip(pages, struct.iter_unpack("Q", self._entries), strict=True):
            if entry & mask == value:
                if spans and spans[-1][1] == page:
                    spans[-1] = (spans[-1][0], page + 1)
                else:
                    spans.append((page, page + 1))
        return spans


def map_pages(spans: Spans) -> None:
    """Map these pages now, so that later forks of this process have them mapped."""
    for start, end in spans:
        madvise(start * _PAGE, (end - start) * _PAGE, MADV_POPULATE_READ)


def open_io_uring() -> int:
    """Open the io_uring that `pin` needs; call this before seccomp forbids it."""
    return syscall("io_uring_setup", _IO_URING_SETUP, 1, ctypes.create_string_buffer(120))


def pin(io_uring: int, spans: Spans) -> None:
    """Make every later fork of this process copy these pages; `io_uring` may be closed then.

    Raises `OSError` if the host does not allow it, or if there are more than `_MAX_PINNED` pages.
    """
    if sum(end - start for start, end in spans) > _MAX_PINNED:
        raise OSError(
            errno.E2BIG, f"a fork that copies more than {_MAX_PINNED} pages is not faster"
        )
    buffers = b"".join(struct.pack("QQ", a * _PAGE, (z - a) * _PAGE) for a, z in spans)
    syscall(
        "io_uring_register", _IO_URING_REGISTER, io_uring, _REGISTER_BUFFERS, buffers, len(spans)
    )
    # From here on the process itself holds the io_uring, without a descriptor.
    update = ctypes.create_string_buffer(struct.pack("IIQ", 0xFFFFFFFF, 0, io_uring), 16)
    syscall("io_uring_register", _IO_URING_REGISTER, io_uring, _REGISTER_RING, update, 1)
