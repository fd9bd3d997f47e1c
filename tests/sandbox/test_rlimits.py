"""Each resource limit stops something, and a memory cgroup would not stop more."""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from hallmark_rl.sandbox import Sandbox
from hallmark_rl.sandbox.isolation import rlimits
from tests.sandbox.conftest import LIMITS
from tests.sandbox.mechanism_removal import assert_needed

_ROOT = Path(__file__).resolve().parents[2]

_STOPPED_BY = {
    "core": "import resource as r\nprint('PWN' if r.getrlimit(r.RLIMIT_CORE)[1] else 'no')",
    "file size": (
        "import os\nh = os.memfd_create('x')\n"
        "try: os.write(h, b'x')\nexcept OSError: print('no')\nelse: print('PWN')"
    ),
    "locked memory": (
        "import ctypes\nL = ctypes.CDLL(None)\nb = ctypes.create_string_buffer(9)\n"
        "print('PWN' if L.mlock(b, 1) == 0 else 'no')"
    ),
    "descriptors": "import os\nfor _ in range(200): os.dup(0)\nprint('PWN')",
    "message queues": (
        "import ctypes\nL = ctypes.CDLL(None)\n"
        "print('PWN' if L.mq_open(b'/hallmark', 0o102, 0o600, None) >= 0 else 'no')"
    ),
    "timers": (
        "import ctypes\nL = ctypes.CDLL(None)\nt = ctypes.c_void_p()\n"
        "print('PWN' if L.timer_create(1, None, ctypes.byref(t)) == 0 else 'no')"
    ),
}


@pytest.mark.parametrize("what", _STOPPED_BY)
def test_rlimit(kernel: Sandbox, what: str) -> None:
    assert_needed("rlimits", _STOPPED_BY[what], "seccomp", "landlock")


# Limits that a caller may have raised; no run may inherit them.
_STACK = (
    "import ctypes\ntop = ctypes.c_void_p.in_dll(ctypes.CDLL(None), '__libc_stack_end').value\n"
    "ctypes.memset(top - (132 << 20), 1, 1)\nprint('PWN')"
)
_FIFO = "import os\nos.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))\nprint('PWN')"
_RAISED = {
    "RLIMIT_NICE": (40, "import os\nos.nice(-5)\nprint('PWN')"),
    "RLIMIT_RTPRIO": (10, _FIFO),
    "RLIMIT_STACK": (160 << 20, _STACK),
}


@pytest.mark.parametrize("name", _RAISED)
def test_rlimits_of_the_caller_are_not_inherited(kernel: Sandbox, name: str) -> None:
    limit, (value, program) = getattr(resource, name), _RAISED[name]
    kept = soft, hard = resource.getrlimit(limit)
    if hard != resource.RLIM_INFINITY and hard < value:
        pytest.skip(f"{name} of this process is {hard}: a run could not inherit more")
    resource.setrlimit(limit, (value, hard))
    try:
        assert_needed("rlimits", program, "seccomp")
    finally:
        resource.setrlimit(limit, (soft, hard))
    assert resource.getrlimit(limit) == kept


@pytest.mark.parametrize("name", ["RLIMIT_NICE", "RLIMIT_RTPRIO"])
def test_rlimits_are_set_where_the_caller_cannot_raise_them(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    limits = {}
    monkeypatch.setattr(resource, "setrlimit", lambda limit, pair: limits.update({limit: pair}))
    rlimits.set_zygote_limits()
    assert limits[getattr(resource, name)] == (0, 0)


def test_cpu_limit_outlives_the_zygote() -> None:
    spin = (
        "import sys\nfrom hallmark_rl.sandbox.isolation import rlimits\n"
        "if sys.argv[1:]: rlimits.set_run_limits(rlimits.run_limits(1 << 30, 0.1, 0))\n"
    )
    codes = []
    for arguments in (["bound"], []):
        command = [sys.executable, "-c", spin + "while True: pass", *arguments]
        with subprocess.Popen(command, cwd=_ROOT, stderr=subprocess.DEVNULL) as process:
            try:
                codes.append(process.wait(60 if arguments else 3))
            except subprocess.TimeoutExpired:
                process.kill()
                codes.append(0)
    assert codes == [-signal.SIGKILL, 0]


@pytest.mark.parametrize(
    "hog",
    [
        "x = []\nwhile True: x.append([1.5])",
        "import mmap\nx = []\nwhile True: x.append(mmap.mmap(-1, 4096, flags=34))",
        "import os\nwhile True: os.write(3, b'\\0\\xff\\xff\\xff' + b'[' * 65536)",
        "import os\nx = bytearray(150 << 20)\nos.write(1, b'x' * 30000)",
    ],
)
def test_a_cgroup_would_not_bound_memory_further(memory_group: Path, hog: str) -> None:
    """What the kernel charges to the cgroup for a run stays below `memory_bytes`."""
    peak, usage = memory_group / "memory.max_usage_in_bytes", "memory.usage_in_bytes"
    with Sandbox(policy="python", require="process", limits=LIMITS) as box:
        box.run("pass")
        peak.write_text("0")
        before = int((memory_group / usage).read_text())
        outcome = box.run(hog)
        charged = int(peak.read_text()) - before
    assert outcome.status != "unavailable"
    assert 0 < charged < LIMITS.memory_bytes
