"""How bytes travel: frames with a length to and from a run, fixed records to and from a zygote."""

from __future__ import annotations

import os
import struct
from typing import NamedTuple

HEADER = struct.Struct("!I")
_ORDER = struct.Struct("!ddQB")
_REPORT = struct.Struct("!iBddQ")
ORDER_BYTES = _ORDER.size
REPORT_BYTES = _REPORT.size

STDIN = 1
FORKS = 2
KILL = b"K"
_CHUNK = 1 << 16

EXITED, WALL, CPU, KILLED = range(4)


class Order(NamedTuple):
    """What a zygote must know to start one run; the program itself goes past it, to the child."""

    wall_s: float
    cpu_s: float
    memory_bytes: int
    flags: int

    def to_bytes(self) -> bytes:
        return _ORDER.pack(*self)

    @classmethod
    def from_bytes(cls, data: bytes) -> Order:
        return cls._make(_ORDER.unpack(data))


class Report(NamedTuple):
    """How one run ended, as its reaper saw it."""

    wait_status: int
    ended_by: int
    wall_s: float
    cpu_s: float
    max_rss_bytes: int

    def to_bytes(self) -> bytes:
        return _REPORT.pack(*self)

    @classmethod
    def from_bytes(cls, data: bytes) -> Report:
        return cls._make(_REPORT.unpack(data))


def frame(payload: bytes) -> bytes:
    return HEADER.pack(len(payload)) + payload


def split_frames(buffer: bytearray) -> list[bytes]:
    """Take the whole frames off the front of `buffer`."""
    found = []
    start = 0
    while len(buffer) - start >= HEADER.size:
        (size,) = HEADER.unpack_from(buffer, start)
        end = start + HEADER.size + size
        if end > len(buffer):
            break
        found.append(bytes(buffer[start + HEADER.size : end]))
        start = end
    del buffer[:start]
    return found


def read_exactly(fd: int, size: int) -> bytes:
    """`size` bytes from `fd`; fewer only at its end."""
    got = os.read(fd, size)
    if len(got) == size or not got:
        return got
    parts = [got]
    missing = size - len(got)
    while missing and (got := os.read(fd, missing)):
        parts.append(got)
        missing -= len(got)
    return b"".join(parts)


def read_frame(fd: int) -> bytes | None:
    """The next frame; None at the end of the stream."""
    header = read_exactly(fd, HEADER.size)
    if len(header) < HEADER.size:
        return None
    (size,) = HEADER.unpack(header)
    payload = read_exactly(fd, size)
    return payload if len(payload) == size else None


def write_all(fd: int, data: bytes) -> None:
    sent = os.write(fd, data)
    while sent < len(data):
        sent += os.write(fd, data[sent:])
