"""Each mechanism alone: with it the act fails; without it, and all else as it was, it succeeds.

`test_walls.py` does so for the walls that levels are made of. Here are their parts. What would stop
the same act too is left out of both runs, so that nothing hides behind anything.
"""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import psutil
import pytest

from sandbox import Limits, Sandbox, canary, landlock, nursery
from tests.sandbox.conftest import LIMITS

_ROOT = Path(__file__).resolve().parents[2]
_ALL_BUT_FILTER = frozenset({"namespaces", "landlock", "no-identity", "rlimits"})
_LIBC = ctypes.CDLL(None, use_errno=True)
_needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="takes root to set up")


def _says(program: str, omit: set[str]) -> str:
    with Sandbox(policy="python", require="process", limits=LIMITS, _omit=frozenset(omit)) as box:
        outcome = box.run("print('alive')")
        assert outcome.stdout == "alive\n", outcome
        return box.run(program).stdout


def _is_needed(wall: str, program: str, *others: str) -> None:
    assert "PWN" not in _says(program, {*others})
    assert "PWN" in _says(program, {*others, wall})


# One namespace at a time.


@pytest.fixture
def listener() -> Iterator[int]:
    """A server on the loopback of the host; its port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield int(server.getsockname()[1])


def test_net_namespace(kernel: Sandbox, listener: int) -> None:
    connect = f"import socket\nsocket.create_connection(('127.0.0.1', {listener}))\nprint('PWN')"
    _is_needed("net-namespace", connect, "seccomp", "landlock")


def test_ipc_namespace(kernel: Sandbox) -> None:
    queue = _LIBC.msgget(0, 0o1666)
    assert queue >= 0
    try:
        look = (
            "import ctypes\nL = ctypes.CDLL(None)\n"
            f"print('PWN' if L.msgctl({queue}, 2, ctypes.create_string_buffer(256)) == 0 else 'no')"
        )
        _is_needed("ipc-namespace", look, "seccomp")
    finally:
        _LIBC.msgctl(queue, 0, None)


def test_uts_namespace(kernel: Sandbox) -> None:
    here = os.uname().nodename
    look = f"import os\nprint('PWN' if os.uname().nodename == {here!r} else 'no')"
    _is_needed("uts-namespace", look)


def test_pid_namespace(kernel: Sandbox) -> None:
    look = (
        f"import os\ntry: os.kill({os.getpid()}, 0)\n"
        "except ProcessLookupError: print('no')\nexcept PermissionError: print('PWN')"
    )
    _is_needed("pid-namespace", look, "seccomp")


def test_mount_namespace(kernel: Sandbox) -> None:
    _is_needed("mount-namespace", "import os\nos.stat('/etc/passwd')\nprint('PWN')")


@_needs_root
def test_user_namespace(kernel: Sandbox) -> None:
    ask_the_log = (
        "import ctypes\nprint('PWN' if ctypes.CDLL(None).klogctl(9, None, 0) >= 0 else 'no')"
    )
    _is_needed("user-namespace", ask_the_log, "seccomp", "no-identity")


@pytest.fixture
def memory_group() -> Iterator[Path]:
    """A memory cgroup (v1) that this process is in for the time of a test."""
    lines = Path("/proc/self/cgroup").read_text().splitlines()
    mine = [line.rpartition(":")[2] for line in lines if line.split(":")[1] == "memory"]
    if os.geteuid() or not mine:
        pytest.skip("takes root and a cgroup v1 memory controller")
    top = Path("/sys/fs/cgroup/memory")
    group = top / "hallmark-test"
    group.mkdir()
    try:
        (group / "cgroup.procs").write_text(str(os.getpid()))
        yield group
    finally:
        (top / mine[0].lstrip("/") / "cgroup.procs").write_text(str(os.getpid()))
        group.rmdir()


def test_cgroup_namespace(kernel: Sandbox, memory_group: Path) -> None:
    look = f"print('PWN' if {memory_group.name!r} in open('/proc/self/cgroup').read() else 'no')"
    _is_needed("cgroup-namespace", look, "private-root", "landlock", "not-dumpable")


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
    """What the kernel charges for a run, its own part included, stays within `memory_bytes`."""
    peak, usage = memory_group / "memory.max_usage_in_bytes", "memory.usage_in_bytes"
    with Sandbox(policy="python", require="process", limits=LIMITS) as box:
        box.run("pass")
        peak.write_text("0")
        before = int((memory_group / usage).read_text())
        outcome = box.run(hog)
        charged = int(peak.read_text()) - before
    assert outcome.status != "unavailable"
    assert 0 < charged < LIMITS.memory_bytes


# The file system.


@_needs_root
def test_read_only_root(kernel: Sandbox) -> None:
    write = "open('/x', 'w').write('x')\nprint('PWN')"
    _is_needed("read-only", write, "landlock", "seccomp", "no-identity", "rlimits")


def test_packages_of_other_people_are_hidden(kernel: Sandbox, filtered: Sandbox) -> None:
    import pip

    folder = os.path.dirname(os.path.dirname(os.path.abspath(pip.__file__)))
    look = f"import os\nfor p in ('/lib/python/site-packages', {folder!r}):\n"
    for box in (kernel, filtered):
        look_in = look + "    try: print(p, [n for n in os.listdir(p)][:1] and 'PWN')\n"
        assert "PWN" not in box.run(look_in + "    except OSError: pass").stdout
        assert box.run(f"open({pip.__file__!r}).read(1)").status == "error"


# Landlock where there is no namespace.


@pytest.mark.skipif(landlock.abi() < 4, reason="this kernel's Landlock knows no network")
def test_landlock_stops_connections(filtered: Sandbox, listener: int) -> None:
    connect = f"import socket\nsocket.create_connection(('127.0.0.1', {listener}))\nprint('PWN')"
    _is_needed("landlock", connect, "namespaces", "seccomp")


@pytest.mark.skipif(landlock.abi() < 6, reason="this kernel's Landlock knows no scopes")
def test_landlock_stops_signals(filtered: Sandbox) -> None:
    signal_us = f"import os\nos.kill({os.getpid()}, 0)\nprint('PWN')"
    _is_needed("landlock", signal_us, "namespaces", "seccomp", "no-identity")


# The filter, group by group: the canary finds each act open as soon as the filter is out.

_BY_FILTER = [
    "open an internet socket", "open a unix socket", "open a netlink socket", "open a vsock",
    "make a socket pair", "start a process", "start a thread", "run a program",
    "enter a new namespace", "mount", "change root", "trace another process",
    "read another process", "load a BPF program", "open a performance counter", "use io_uring",
    "leave a key", "make a memory file", "make System V shared memory", "make a message queue",
    "make a pipe", "lock a file", "push input into a terminal", "take real-time priority",
    "raise its priority", "share memory",
]  # fmt: skip


@pytest.fixture(scope="module")
def breaches() -> tuple[set[str], set[str]]:
    """What a canary could do behind the filter alone, and without it."""
    found = []
    for omit in (_ALL_BUT_FILTER, _ALL_BUT_FILTER | {"seccomp"}):
        with Sandbox(policy="python", require="process", _omit=omit) as box:
            lines = box.isolation.missing
        found.append({line.removeprefix("a canary could ") for line in lines})
    return found[0], found[1]


@_needs_root
@pytest.mark.parametrize("act", _BY_FILTER)
def test_filter(breaches: tuple[set[str], set[str]], act: str) -> None:
    with_filter, without = breaches
    assert act in canary.FILTERED
    assert act not in with_filter
    if act not in without:
        pytest.skip("this kernel does not have what the filter keeps from programs")


@_needs_root  # whose processes RLIMIT_NPROC does not count
def test_filter_of_each_run(filtered: Sandbox) -> None:
    fork = "import os\nif not os.fork():\n    print('PWN', flush=True)\n    os._exit(0)\nos.wait()"
    _is_needed("seccomp-lock", fork, "namespaces", "no-identity")


# Resource limits, each by what it stops.

_LIMITS_OF_ALL = {
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


@pytest.mark.parametrize("what", _LIMITS_OF_ALL)
def test_rlimit(kernel: Sandbox, what: str) -> None:
    _is_needed("rlimits", _LIMITS_OF_ALL[what], "seccomp", "landlock")


def test_cpu_limit_outlives_the_zygote() -> None:
    spin = (
        "import sys\nfrom sandbox import rlimits\nif sys.argv[1:]: rlimits.bound(1 << 30, 0.1, 0)\n"
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


# What comes from the caller.


def test_environment(kernel: Sandbox) -> None:
    look = "import os, sys\nprint('PWN' if os.environ or sys.executable or sys.argv[1:] else 'no')"
    _is_needed("environment", look)


def _spawned_with(monkeypatch: pytest.MonkeyPatch, change: Callable[[Any], Any]) -> None:
    real = subprocess.Popen
    spawn = SimpleNamespace(**{**vars(subprocess), "Popen": lambda c, **k: real(c, **change(k))})
    monkeypatch.setattr(nursery, "subprocess", spawn)


def test_environment_is_not_passed_on(kernel: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HALLMARK_SECRET", "PWN")
    look = "import os\nprint(os.environ.get('HALLMARK_SECRET'))"
    assert "PWN" not in _says(look, {"environment"})
    _spawned_with(monkeypatch, lambda options: {**options, "env": None})
    assert "PWN" in _says(look, {"environment"})


def test_descriptors_are_not_passed_on(kernel: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    os.dup2(reader, 200, inheritable=True)
    look = "import os\nos.fstat(200)\nprint('PWN')"
    try:
        assert "PWN" not in _says(look, set())
        _spawned_with(
            monkeypatch, lambda options: {**options, "pass_fds": (*options["pass_fds"], 200)}
        )
        assert "PWN" in _says(look, set())
    finally:
        for descriptor in (reader, writer, 200):
            os.close(descriptor)


# What dies with what.


def _left(omit: set[str], victim: Callable[[psutil.Process], psutil.Process]) -> bool:
    """Whether something outlives the killed `victim` of a box at work."""
    limits = Limits(wall_s=30.0)
    with Sandbox(policy="python", require="process", limits=limits, _omit=frozenset(omit)) as box:
        assert box.run("pass").status == "ok"
        (pid,) = box._workers[0].processes
        worker = box._workers[0]
        worker.attempt = lambda work: work()  # type: ignore[method-assign]  # no second try
        run = Thread(target=lambda: _ignore(lambda: box.run("import time; time.sleep(20)")))
        run.start()
        time.sleep(0.5)
        top = psutil.Process(pid)
        family = [top, *top.children(recursive=True)]
        doomed = victim(top)
        doomed.kill()
        rest = [member for member in family if member != doomed]
        _, alive = psutil.wait_procs(rest, timeout=1.5)
        alive = [p for p in alive if p.is_running() and p.status() != psutil.STATUS_ZOMBIE]
        for process in alive:
            process.kill()
        run.join(10)
        return bool(alive)


def _ignore(work: Callable[[], object]) -> None:
    try:
        work()
    except Exception:
        return


@pytest.mark.parametrize("level", ["kernel", "filtered"])
def test_death_signal(request: pytest.FixtureRequest, level: str) -> None:
    request.getfixturevalue(level)
    omit = {"namespaces"} if level == "filtered" else set()
    assert not _left(omit, lambda top: top)
    assert _left({*omit, "death-signal"}, lambda top: top)
