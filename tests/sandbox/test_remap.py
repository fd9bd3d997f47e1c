"""Memory that is replaced by a mapped file keeps its address and content."""

from __future__ import annotations

import ctypes
import mmap
import os
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from hallmark_rl.sandbox.isolation.syscalls import MAP_ANONYMOUS, MAP_PRIVATE, PROT_READ, PROT_WRITE
from hallmark_rl.sandbox.isolation.syscalls import mmap as map_memory
from hallmark_rl.sandbox.isolation.syscalls import munmap as unmap_memory
from hallmark_rl.sandbox.zygote.memory import mappings
from hallmark_rl.sandbox.zygote.memory.remap import Mover

_SIZE = 8 * mmap.PAGESIZE
_OFFSET = 2 * mmap.PAGESIZE
_RIGHTS = PROT_READ | PROT_WRITE


@dataclass
class _Replacement:
    mover: Mover
    start: int  # of the memory that is replaced
    file: int
    mapped_at: int  # where the file is mapped before the replacement
    content: bytes


@pytest.fixture
def memory() -> Iterator[_Replacement]:
    file = os.memfd_create("test")
    os.posix_fallocate(file, 0, _OFFSET + _SIZE)
    start = map_memory(0, _SIZE, _RIGHTS, MAP_PRIVATE | MAP_ANONYMOUS)
    mapped_at = map_memory(0, _SIZE, _RIGHTS, MAP_PRIVATE, file, _OFFSET)
    content = os.urandom(_SIZE)
    ctypes.memmove(start, content, _SIZE)
    mover = Mover()
    yield _Replacement(mover, start, file, mapped_at, content)
    mover.close()
    os.close(file)
    unmap_memory(start, _SIZE)


def _in_use(address: int) -> bool:
    processes = os.open("/proc", os.O_PATH)
    try:
        return any(area.start <= address < area.end for area in mappings.areas(processes))
    finally:
        os.close(processes)


def test_memory_is_replaced_by_a_file_with_the_same_content(memory: _Replacement) -> None:
    memory.mover.replace(memory.start, _SIZE, memory.file, _OFFSET, memory.mapped_at)
    assert ctypes.string_at(memory.start, _SIZE) == memory.content
    assert not _in_use(memory.mapped_at)
    assert os.pread(memory.file, _SIZE, _OFFSET) == memory.content
    assert os.pread(memory.file, _OFFSET, 0) == bytes(_OFFSET)
    ctypes.memset(memory.start, 7, 1)
    assert ctypes.string_at(memory.start, _SIZE) == b"\7" + memory.content[1:]
    assert os.pread(memory.file, _SIZE, _OFFSET) == memory.content  # it is mapped privately


def test_a_call_can_follow_the_replacement(memory: _Replacement) -> None:
    last = "memset", ctypes.c_void_p(memory.start), ctypes.c_int(7), ctypes.c_size_t(2)
    memory.mover.replace(memory.start, _SIZE, memory.file, _OFFSET, memory.mapped_at, last)
    assert ctypes.string_at(memory.start, _SIZE) == b"\7\7" + memory.content[2:]
    assert os.pread(memory.file, _SIZE, _OFFSET) == memory.content


def test_a_failed_replacement_raises(memory: _Replacement) -> None:
    with pytest.raises(OSError, match="mremap"):
        memory.mover.replace(memory.start, mmap.PAGESIZE, memory.file, _OFFSET, memory.start)
    assert ctypes.string_at(memory.start, _SIZE) == memory.content
    unmap_memory(memory.mapped_at, _SIZE)
