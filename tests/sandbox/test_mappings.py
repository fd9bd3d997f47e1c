"""Compaction leaves memory where it is, in fewer mappings."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE
from typing import Any

import psutil
import pytest

from hallmark_rl.sandbox import Sandbox

_ROOT = Path(__file__).resolve().parents[2]
_COMPACTED = """
import array, contextlib, ctypes, gc, json, os, sys, threading
from hallmark_rl.sandbox.zygote.memory import mappings as layout
from hallmark_rl.sandbox.isolation import seccomp
from hallmark_rl.sandbox.isolation import syscalls

def areas():
    processes = os.open("/proc", os.O_PATH)
    try:
        return layout.areas(processes)
    finally:
        os.close(processes)

refused = [int(number) for number in sys.argv[1:]]
if refused:
    syscalls.prctl(syscalls.PR_SET_NO_NEW_PRIVS, 1)
    refuse = [(0x06, 0, 0, 0x50001)]
    seccomp.load(seccomp._program(dict.fromkeys(refused, refuse), [(0x06, 0, 0, seccomp.ALLOW)]))

kept = [{"number": number, "text": str(number) * 9} for number in range(20_000)]
digest = hash(json.dumps(kept))
before = areas()
layout.compact()
after = areas()

# The interpreter works as before, with old and with new objects.
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
pid = os.fork()
if not pid:
    kept.clear()
    os._exit(0)
assert os.waitpid(pid, 0)[1] == 0 and len(kept) == 10_000

def of_libraries(areas):
    return [area for area in areas if ".so" in area.name]

print(json.dumps({
    "before": len(before), "after": len(after),
    "libraries": [list(area) for area in of_libraries(after)],
    "code": [list(area) for area in after if area.name.startswith("/memfd:")],
}))
"""


def _compacted(*refused: int) -> Any:
    command = [sys.executable, "-c", _COMPACTED, *map(str, refused)]
    return json.loads(subprocess.run(command, cwd=_ROOT, stdout=PIPE, check=True).stdout)


def test_an_interpreter_works_with_half_as_many_mappings() -> None:
    report = _compacted()
    assert report["after"] < 0.6 * report["before"]
    assert {mode for _, _, mode, _ in report["libraries"]} <= {"rw-p"}
    assert {mode for _, _, mode, _ in report["code"]} <= {"r-xp", "r--p"}
    assert report["code"]


@pytest.mark.parametrize("refused", [28, 319], ids=["madvise", "memfd_create"])
def test_a_refused_system_call_is_tolerated(refused: int) -> None:
    report = _compacted(refused)
    assert bool(report["code"]) == (refused != 319)


_WRITES_TO_CODE = """
import ctypes
libc = ctypes.CDLL(None)
place = ctypes.cast(libc.getpid, ctypes.c_void_p).value
print(ctypes.string_at(place, 16).hex())
page = ctypes.c_void_p(place // 4096 * 4096)
assert libc.mprotect(page, 8192, 3) == 0
ctypes.memset(place, 0xCC, 1)
print(ctypes.string_at(place, 16).hex())
"""


def test_a_run_that_makes_code_writable_writes_to_its_own_copy(kernel: Sandbox) -> None:
    with Sandbox(policy="python", require="process") as box:
        first, second = (box.run(_WRITES_TO_CODE).stdout.split() for _ in range(2))
    assert first[0] != first[1]
    assert first == second


def test_a_zygote_has_few_mappings(kernel: Sandbox) -> None:
    with Sandbox(policy="python") as box:
        assert box.run("pass").status == "ok"
        (waiter,) = box._pool.workers[0].processes
        (zygote,) = psutil.Process(waiter).children()
        names = [area.path for area in zygote.memory_maps(grouped=False)]
    assert len(names) < 80
    assert any(name.startswith("/memfd:code") for name in names)
