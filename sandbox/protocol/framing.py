"""The messages between caller, zygote and run.

Caller and run exchange frames: a length of 4 bytes, then that many bytes. Caller and zygote
exchange records of fixed size: an `Order` for each run, and a `Report` when it has ended. The first
frame of a run is its job, which the caller sends; all other frames are JSON (see `codec`).
"""

from __future__ import annotations

import marshal
import os
import struct
from typing import Any, NamedTuple

HEADER = struct.Struct("!I")
_ORDER = struct.Struct("!ddQBQ")
_REPORT = struct.Struct("!iBddQ")
ORDER_BYTES = _ORDER.size
REPORT_BYTES = _REPORT.size

FOLDER_REQUEST = struct.Struct("!BQQ")
"""Asks for a folder for the next run: kind, and for `MAKE_FOLDER` its bytes and inodes."""
FOLDER_REPLY = struct.Struct("!i")
"""0, or the number of the error; a descriptor of the folder comes with a reply to `MAKE_FOLDER`."""
MAKE_FOLDER, LOCK_FOLDER, REMOVE_FOLDER = range(3)  # `LOCK_FOLDER` makes it read-only

STDIN = 1  # flag of an order: a descriptor for stdin comes with it
FOLDER = 4  # flag of an order: the run starts in the folder that was made for it
FORKS = 2  # flag of an order: the run may fork, and `TURN_EVENTS` eventfds come with it
KILL = b"K"  # sent instead of an order: kill the run in progress
TURN_EVENTS = 5  # with which the forks of a run with fresh calls pass on whose turn it is

EXITED, WALL, CPU, KILLED, HOST_LIMIT = range(5)
"""Why a run ended: by itself, at `wall_s`, at `cpu_s`, or killed on request. With `HOST_LIMIT` it
was not started: a hard limit of the zygote is below what the order asks for."""


class Order(NamedTuple):
    """What a zygote needs to start a run; the program itself goes directly to the child.

    `file_bytes` is how large a file may be that the run writes.
    """

    wall_s: float
    cpu_s: float
    memory_bytes: int
    flags: int
    file_bytes: int = 0

    def to_bytes(self) -> bytes:
        """The record that `from_bytes` reads."""
        return _ORDER.pack(*self)

    @classmethod
    def from_bytes(cls, data: bytes) -> Order:
        """The order in a record of `ORDER_BYTES` bytes."""
        return cls._make(_ORDER.unpack(data))


class Report(NamedTuple):
    """How a run ended: the status that `wait` gave, the reason, and what the run used."""

    wait_status: int
    ended_by: int
    wall_s: float
    cpu_s: float
    max_rss_bytes: int

    def to_bytes(self) -> bytes:
        """The record that `from_bytes` reads."""
        return _REPORT.pack(*self)

    @classmethod
    def from_bytes(cls, data: bytes) -> Report:
        """The report in a record of `REPORT_BYTES` bytes."""
        return cls._make(_REPORT.unpack(data))


def dump_job(job: dict[str, Any]) -> bytes:
    """Encode the job of a run: strings, numbers, and what `codec.pack` returned.

    Only the caller writes jobs, and the run that reads one has the same interpreter. So this is
    `marshal`, which is faster than JSON. Its version 2 copies a list that occurs twice.
    """
    return marshal.dumps(job, 2)


load_job = marshal.loads


def frame(payload: bytes) -> bytes:
    """`payload` with its length in front."""
    return HEADER.pack(len(payload)) + payload


def pop_frames(buffer: bytearray) -> list[bytes]:
    """Remove the complete frames at the start of `buffer`; returns their payloads."""
    payloads = []
    start = 0
    while len(buffer) - start >= HEADER.size:
        (size,) = HEADER.unpack_from(buffer, start)
        end = start + HEADER.size + size
        if end > len(buffer):
            break
        payloads.append(bytes(buffer[start + HEADER.size : end]))
        start = end
    del buffer[:start]
    return payloads


def read_exactly(fd: int, size: int) -> bytes:
    """Read `size` bytes from `fd`; returns fewer only at the end of the stream."""
    chunk = os.read(fd, size)
    if len(chunk) == size or not chunk:
        return chunk
    chunks = [chunk]
    missing = size - len(chunk)
    while missing and (chunk := os.read(fd, missing)):
        chunks.append(chunk)
        missing -= len(chunk)
    return b"".join(chunks)


def read_frame(fd: int) -> bytes | None:
    """Read the payload of the next frame; None at the end of the stream."""
    header = read_exactly(fd, HEADER.size)
    if len(header) < HEADER.size:
        return None
    (size,) = HEADER.unpack(header)
    payload = read_exactly(fd, size)
    return payload if len(payload) == size else None


def write_all(fd: int, data: bytes) -> None:
    """Write all of `data`, in several writes if need be."""
    written = os.write(fd, data)
    while written < len(data):
        written += os.write(fd, data[written:])
