"""The memory mappings of this process, and code joined into fewer of them for cheaper forks.

An interpreter has about five mappings for each library. Fork copies each mapping and the end of a
process removes it. So the zygote moves code and constants into one memfd, at the same addresses:
adjacent libraries become one mapping there, and can use huge pages.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
from typing import NamedTuple

from hallmark_rl.sandbox.isolation.syscalls import (
    MADV_COLLAPSE,
    MAP_FIXED,
    MAP_PRIVATE,
    PROT_EXEC,
    PROT_READ,
    madvise,
    mmap,
    seal,
)

_HUGE_PAGE = 2 << 20


class Area(NamedTuple):
    """A mapping: first address, address after the last, mode such as "r-xp", name of its file."""

    start: int
    end: int
    mode: str
    name: str

    @property
    def size(self) -> int:
        return self.end - self.start


def mapped_areas(proc: int) -> list[Area]:
    """The mappings of this process, by address; `proc` is a descriptor of `/proc`."""
    areas = []
    with open(os.open("self/maps", os.O_RDONLY, dir_fd=proc)) as lines:
        for line in lines:
            span, mode, _, _, _, *name = line.split(maxsplit=5)
            start, end = (int(edge, 16) for edge in span.split("-"))
            areas.append(Area(start, end, mode, name[0].rstrip() if name else ""))
    return areas


def join_code() -> None:
    """Join the code of this process, which must have one thread; does nothing if not allowed."""
    if os.uname().machine != "x86_64":
        return  # not tried on other machines
    with contextlib.suppress(OSError):
        proc = os.open("/proc", os.O_PATH | os.O_DIRECTORY)
        try:
            _join(mapped_areas(proc))
        finally:
            os.close(proc)


def _join(areas: list[Area]) -> None:
    """Map the read-only areas of libraries from one memfd, adjacent areas as one.

    Constants between code become executable with it. The mappings are private: a run that makes
    them writable writes to its own copy.
    """
    libraries = {area.name for area in areas if area.mode == "r-xp" and area.name[:1] == "/"}
    joined: list[Area] = []
    for area in areas:
        if area.mode in ("r--p", "r-xp") and area.name in libraries:
            last = joined[-1] if joined else None
            if last and last.end == area.start:
                mode = "r-xp" if "r-xp" in (last.mode, area.mode) else "r--p"
                joined[-1] = Area(last.start, area.end, mode, "")
            else:
                joined.append(area)
    file = os.memfd_create("code", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    try:
        offsets = []
        end = 0
        for area in joined:  # huge pages need the same alignment in the file as in memory
            offsets.append(end + (area.start - end) % _HUGE_PAGE)
            end = offsets[-1] + area.size
        os.ftruncate(file, _round_up(end))
        for area, offset in zip(joined, offsets, strict=True):
            os.pwrite(file, (ctypes.c_char * area.size).from_address(area.start), offset)
        seal(file)
        for area, offset in zip(joined, offsets, strict=True):
            protection = PROT_READ | (PROT_EXEC if area.mode == "r-xp" else 0)
            mmap(area.start, area.size, protection, MAP_PRIVATE | MAP_FIXED, file, offset)
    finally:
        os.close(file)
    for area in joined:
        start = _round_up(area.start)
        size = area.end // _HUGE_PAGE * _HUGE_PAGE - start
        if size > 0:
            with contextlib.suppress(OSError):
                madvise(start, size, MADV_COLLAPSE)


def _round_up(size: int) -> int:
    return -(-size // _HUGE_PAGE) * _HUGE_PAGE
