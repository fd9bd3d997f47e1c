"""Memory laid out so that a fork has fewer mappings to copy, and its end fewer to take apart.

An interpreter has five mappings for each library. So a zygote moves code and constants into one
file in memory, where neighbours are one mapping, in large pages; all stays at its address. Where a
host refuses this, it is left out.
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

_LARGE = 2 << 20


class Area(NamedTuple):
    """A mapping: its first byte, the one behind its last, its rights and its file."""

    start: int
    end: int
    mode: str
    name: str

    @property
    def size(self) -> int:
        return self.end - self.start


def areas(processes: int) -> list[Area]:
    """The mappings of this process; `processes` is a descriptor of `/proc`."""
    found = []
    with open(os.open("self/maps", os.O_RDONLY, dir_fd=processes)) as maps:
        for line in maps:
            span, mode, _, _, _, *name = line.split(maxsplit=5)
            start, end = (int(edge, 16) for edge in span.split("-"))
            found.append(Area(start, end, mode, name[0].rstrip() if name else ""))
    return found


def compact() -> None:
    """Lay out anew all that this process, which has one thread, has loaded."""
    if os.uname().machine != "x86_64":
        return  # where nobody has tried it
    with contextlib.suppress(OSError):
        processes = os.open("/proc", os.O_PATH | os.O_DIRECTORY)
        try:
            _join_code(areas(processes))
        finally:
            os.close(processes)


def _join_code(found: list[Area]) -> None:
    """Map what libraries have loaded and never write to from one file, neighbours as one.

    Constants between code become executable with it. The mappings are private: a run that makes
    them writable writes to its own copy.
    """
    libraries = {area.name for area in found if area.mode == "r-xp" and area.name[:1] == "/"}
    joined: list[Area] = []
    for area in found:
        if area.mode in ("r--p", "r-xp") and area.name in libraries:
            last = joined[-1] if joined else None
            if last and last.end == area.start:
                mode = "r-xp" if "r-xp" in (last.mode, area.mode) else "r--p"
                joined[-1] = Area(last.start, area.end, mode, "")
            else:
                joined.append(area)
    file = os.memfd_create("code", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    try:
        places = []
        end = 0
        for area in joined:  # each as far from the edge of a large page as in memory
            places.append(end + (area.start - end) % _LARGE)
            end = places[-1] + area.size
        os.ftruncate(file, _up(end))
        for area, place in zip(joined, places, strict=True):
            os.pwrite(file, (ctypes.c_char * area.size).from_address(area.start), place)
        seal(file)
        for area, place in zip(joined, places, strict=True):
            rights = PROT_READ | (PROT_EXEC if area.mode == "r-xp" else 0)
            mmap(area.start, area.size, rights, MAP_PRIVATE | MAP_FIXED, file, place)
    finally:
        os.close(file)
    for area in joined:
        start, size = _up(area.start), area.end // _LARGE * _LARGE - _up(area.start)
        if size > 0:
            with contextlib.suppress(OSError):
                madvise(start, size, MADV_COLLAPSE)


def _up(size: int) -> int:
    return -(-size // _LARGE) * _LARGE
