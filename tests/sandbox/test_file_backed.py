"""Memory that is moved into a file keeps address and content, and is mapped where it is used."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import psutil
import pytest

from hallmark_rl.sandbox import Sandbox

_ROOT = Path(__file__).resolve().parents[2]
_MEMFD_CREATE, _MREMAP, _USERFAULTFD = 319, 25, 323

_PROGRAM = """
import array, contextlib, ctypes, gc, json, mmap, os, sys, threading
from hallmark_rl.sandbox.zygote.memory import page_pinning as pages
from hallmark_rl.sandbox.isolation import seccomp
from hallmark_rl.sandbox.isolation import syscalls
from hallmark_rl.sandbox.zygote.memory.file_backed import FileBackedMemory

refused = [int(number) for number in sys.argv[1:]]
if refused:
    syscalls.prctl(syscalls.PR_SET_NO_NEW_PRIVS, 1)
    refuse = [(0x06, 0, 0, 0x50001)]
    seccomp.load(seccomp._program(dict.fromkeys(refused, refuse), [(0x06, 0, 0, seccomp.ALLOW)]))

kept = [{"number": number, "text": str(number) * 9} for number in range(20_000)]
digest = hash(json.dumps(kept))
size = 64
cold = mmap.mmap(-1, size * mmap.PAGESIZE, flags=mmap.MAP_PRIVATE)
cold[:] = bytes([7]) * len(cold)
first = ctypes.addressof(ctypes.c_char.from_buffer(cold)) // mmap.PAGESIZE
empty = mmap.mmap(-1, mmap.PAGESIZE, flags=mmap.MAP_PRIVATE)
empty.madvise(18)  # MADV_WIPEONFORK
empty[:5] = b"state"
inner = -first % 16 * mmap.PAGESIZE  # neighbours are those of a row of 16
other = inner + size // 2 * mmap.PAGESIZE
processes = os.open("/proc", os.O_PATH)

def mapped():
    '''How many pages of `cold` are mapped.'''
    watch = pages.PageWatch(processes)
    watch.record()
    found = {page for start, end in watch.touched() for page in range(start, end)}
    return len(found & {*range(first, first + size)})

def in_a_fork(act):
    '''What `act` returns in a fork.'''
    reader, writer = os.pipe()
    if not os.fork():
        os.write(writer, b"%d" % act())
        os._exit(0)
    os.wait()
    return int(os.read(reader, 9))

def follows():
    shelf.register_userfaultfd()
    assert cold[other] == 7
    return mapped()

found = {}
try:
    shelf = FileBackedMemory(processes)
except OSError as error:
    found["error"] = str(error)
else:
    found["untouched"] = mapped()
    assert cold[inner] == 7
    found["alone"] = mapped()
    found["followed"] = in_a_fork(follows) - found["alone"]
    shelf.close()
    assert cold[other] == 7
    found["closed"] = mapped() - found["alone"]

# The interpreter works as before, with old and with new objects, and so does a fork.
def go_on():
    assert hash(json.dumps(kept)) == digest
    import decimal, fractions
    assert decimal.Decimal(2) + fractions.Fraction(1, 2).numerator == 3
    del kept[::2]
    gc.collect()
    more = [array.array("d", range(1000)) for _ in range(1000)]
    thread = threading.Thread(target=more.clear)
    thread.start()
    thread.join()
    with contextlib.suppress(ZeroDivisionError):
        1 / 0
    cold[:] = bytes(len(cold))
    return len(kept)

assert empty[:5] == b"state"
assert in_a_fork(lambda: empty[0]) == 0
assert in_a_fork(go_on) == 10_000
assert len(kept) == 20_000 and cold[1] == 7
assert go_on() == 10_000
print(json.dumps(found))
"""


def _report(*refused: int) -> Any:
    command = [sys.executable, "-c", _PROGRAM, *map(str, refused)]
    return json.loads(subprocess.run(command, cwd=_ROOT, stdout=-1, check=True).stdout)


def test_pages_are_mapped_one_by_one_until_the_memory_is_closed() -> None:
    pages = _report()
    if pages["alone"] > 1:
        pytest.skip("no userfaultfd for files here")
    assert pages.pop("closed") > 1
    assert pages == {"untouched": 0, "alone": 1, "followed": 1}


def test_without_userfaultfd_a_fault_maps_neighbouring_pages() -> None:
    pages = _report(_USERFAULTFD)
    assert pages.pop("untouched") == 0
    assert min(pages.values()) > 1


@pytest.mark.parametrize("refused", [_MEMFD_CREATE, _MREMAP], ids=["memfd_create", "mremap"])
def test_memory_stays_as_it_is_where_a_system_call_is_refused(refused: int) -> None:
    assert list(_report(refused)) == ["error"]


_WRITES_TO_THE_FILE = """
import mmap, os
for line in open("/proc/self/maps"):
    span, mode, _, _, _, *name = line.split()
    if name and name[0].startswith("/memfd:"):
        start, end = (int(edge, 16) for edge in span.split("-"))
        file = os.open(f"/proc/self/map_files/{start:x}-{end:x}", os.O_RDWR)
        try:
            mmap.mmap(file, 4096)[0] = 1
        except PermissionError:
            print(name[0], mode)
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may open what a process has mapped")
def test_a_run_cannot_write_to_the_shared_memory_files() -> None:
    bare = frozenset({"namespaces", "landlock", "seccomp", "no-identity", "no-capabilities"})
    with Sandbox(policy="python", require="process", _omit=bare) as box:
        outcome = box.run(_WRITES_TO_THE_FILE)
    assert outcome.status == "ok", outcome.error
    assert {*outcome.stdout.split()} >= {"/memfd:code", "/memfd:data", "r-xp", "rw-p"}


def test_a_zygote_maps_part_of_its_memory_file(kernel: Sandbox) -> None:
    with Sandbox(policy="python") as box:
        assert box.run("pass").status == "ok"
        (waiter,) = box._pool.workers[0].processes
        (zygote,) = psutil.Process(waiter).children()
        kept = [
            area for area in zygote.memory_maps(grouped=False)
            if area.path.startswith("/memfd:data")
        ]  # fmt: skip
    assert kept
    assert sum(area.rss for area in kept) < 0.7 * sum(area.size for area in kept)
