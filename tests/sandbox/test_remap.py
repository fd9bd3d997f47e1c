"""What is moved into a file is the same memory at the same place."""

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
_PLACE = 2 * mmap.PAGESIZE
_RIGHTS = PROT_READ | PROT_WRITE


@dataclass
class _Scene:
    mover: Mover
    start: int  # of the memory that is to move
    file: int
    room: int  # where the file is mapped until then
    content: bytes


@pytest.fixture
def scene() -> Iterator[_Scene]:
    file = os.memfd_create("test")
    os.posix_fallocate(file, 0, _PLACE + _SIZE)
    start = map_memory(0, _SIZE, _RIGHTS, MAP_PRIVATE | MAP_ANONYMOUS)
    room = map_memory(0, _SIZE, _RIGHTS, MAP_PRIVATE, file, _PLACE)
    content = os.urandom(_SIZE)
    ctypes.memmove(start, content, _SIZE)
    mover = Mover()
    yield _Scene(mover, start, file, room, content)
    mover.close()
    os.close(file)
    unmap_memory(start, _SIZE)


def _in_use(address: int) -> bool:
    processes = os.open("/proc", os.O_PATH)
    try:
        return any(area.start <= address < area.end for area in mappings.areas(processes))
    finally:
        os.close(processes)


def test_memory_is_replaced_by_a_file_of_the_same_content(scene: _Scene) -> None:
    scene.mover.replace(scene.start, _SIZE, scene.file, _PLACE, scene.room)
    assert ctypes.string_at(scene.start, _SIZE) == scene.content
    assert not _in_use(scene.room)
    assert os.pread(scene.file, _SIZE, _PLACE) == scene.content
    assert os.pread(scene.file, _PLACE, 0) == bytes(_PLACE)
    ctypes.memset(scene.start, 7, 1)
    assert ctypes.string_at(scene.start, _SIZE) == b"\7" + scene.content[1:]
    assert os.pread(scene.file, _SIZE, _PLACE) == scene.content  # it is mapped privately


def test_what_follows_an_exchange_is_done_with_it(scene: _Scene) -> None:
    last = "memset", ctypes.c_void_p(scene.start), ctypes.c_int(7), ctypes.c_size_t(2)
    scene.mover.replace(scene.start, _SIZE, scene.file, _PLACE, scene.room, last)
    assert ctypes.string_at(scene.start, _SIZE) == b"\7\7" + scene.content[2:]
    assert os.pread(scene.file, _SIZE, _PLACE) == scene.content


def test_an_exchange_that_fails_is_told(scene: _Scene) -> None:
    with pytest.raises(OSError, match="mremap"):
        scene.mover.replace(scene.start, mmap.PAGESIZE, scene.file, _PLACE, scene.start)
    assert ctypes.string_at(scene.start, _SIZE) == scene.content
    unmap_memory(scene.room, _SIZE)
