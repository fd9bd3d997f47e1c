"""The pages that runs write to are found, and a fork has no page faults on pinned pages."""

from __future__ import annotations

import ctypes
import mmap
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hallmark_rl.sandbox.zygote.memory import page_pinning

_ROOT = Path(__file__).resolve().parents[2]
_PAGES = 64
_TOUCHED = (3, 17, 18, 40)


@pytest.fixture
def memory() -> Iterator[mmap.mmap]:
    with mmap.mmap(-1, _PAGES * mmap.PAGESIZE, flags=mmap.MAP_PRIVATE) as memory:
        for page in range(_PAGES):
            memory[page * mmap.PAGESIZE] = 1
        yield memory


def _write(memory: mmap.mmap) -> None:
    for page in _TOUCHED:
        memory[page * mmap.PAGESIZE] = 2


def _in_child(act: Callable[[], int]) -> int:
    """What `act` returns in a child process."""
    reader, writer = os.pipe()
    pid = os.fork()
    if not pid:
        os.write(writer, b"%d" % act())
        os._exit(0)
    os.close(writer)
    os.waitpid(pid, 0)
    with open(reader, "rb") as result:
        return int(result.read())


def _first(memory: mmap.mmap) -> int:
    """The number of the first page of `memory`."""
    return ctypes.addressof(ctypes.c_char.from_buffer(memory)) // mmap.PAGESIZE


@pytest.mark.parametrize("side", ["child", "parent"])
def test_pages_that_parent_or_child_write_to_are_found(memory: mmap.mmap, side: str) -> None:
    processes = os.open("/proc", os.O_PATH)
    watch = page_pinning.Watch(processes)
    reader, writer = os.pipe()
    pid = os.fork()
    if not pid:
        os.read(reader, 1)  # until the parent has written
        if side == "child":
            _write(memory)
        watch.look()
        os._exit(0)
    if side == "parent":
        _write(memory)
    os.write(writer, b"!")
    os.waitpid(pid, 0)
    for descriptor in (processes, reader, writer):
        os.close(descriptor)
    written = {page for start, end in watch.written() for page in range(start, end)}
    first = _first(memory)
    assert {page - first for page in written if first <= page < first + _PAGES} == {*_TOUCHED}


def _faults(memory: mmap.mmap) -> int:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for page in range(_PAGES):
        memory[page * mmap.PAGESIZE] = 3
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def test_pinned_pages_cause_no_faults_in_a_child(memory: mmap.mmap) -> None:
    try:
        ring = page_pinning.ring()
    except OSError as error:
        pytest.skip(f"no io_uring here: {error}")
    first = _first(memory)
    bare = _in_child(lambda: _faults(memory))
    pid = os.fork()  # the ring lives as long as the process that pins
    if not pid:
        page_pinning.pin(ring, [(first, first + _PAGES)])
        os.close(ring)
        os._exit(_in_child(lambda: _faults(memory)))
    os.close(ring)
    _, status = os.waitpid(pid, 0)
    assert bare >= _PAGES
    assert os.waitstatus_to_exitcode(status) < _PAGES // 2


def test_new_objects_are_not_allocated_between_old_ones() -> None:
    kept = [bytes(100) for _ in range(5000)]
    del kept[::7]
    pools = {id(item) // page_pinning._POOL for item in kept}
    assert id(bytes(100)) // page_pinning._POOL in pools
    fillers = page_pinning.fill_holes()
    assert id(bytes(100)) // page_pinning._POOL not in pools
    assert fillers


_FAULTS_OF_A_RUN = """
import sys
from hallmark_rl.sandbox import Sandbox
from hallmark_rl.sandbox.isolation import seccomp
from hallmark_rl.sandbox.isolation import syscalls
if sys.argv[1:]:
    syscalls.prctl(syscalls.PR_SET_NO_NEW_PRIVS, 1)
    refused = [(0x06, 0, 0, 0x50001)]
    seccomp.load(seccomp._program({425: refused}, [(0x06, 0, 0, seccomp.ALLOW)]))
with Sandbox(policy="python", require="process") as box:
    look = "import resource\\nprint(resource.getrusage(resource.RUSAGE_SELF).ru_minflt)"
    print(sorted(int(box.run(look).stdout) for _ in range(5))[2])
"""


def test_a_run_has_fewer_faults_with_pinned_pages() -> None:
    """Without io_uring nothing is pinned: a run has more faults, and works."""
    try:
        os.close(page_pinning.ring())
    except OSError as error:
        pytest.skip(f"no io_uring here: {error}")
    pinned, bare = (
        int(subprocess.run(
            [sys.executable, "-c", _FAULTS_OF_A_RUN, *without],
            cwd=_ROOT, stdout=subprocess.PIPE, check=True,
        ).stdout)
        for without in ([], ["io_uring"])
    )  # fmt: skip
    assert pinned < bare - 50
