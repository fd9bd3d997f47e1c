"""Each namespace and the private root: an act that one stops succeeds without it.

What would stop the same act is left out of both runs.
"""

from __future__ import annotations

import ctypes
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from hallmark_rl.sandbox import Sandbox
from hallmark_rl.sandbox.isolation import landlock
from tests.sandbox.mechanism_removal import assert_needed, needs_root

_LIBC = ctypes.CDLL(None, use_errno=True)


@pytest.fixture
def listener() -> Iterator[int]:
    """The port of a server on the loopback interface of the host."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield int(server.getsockname()[1])


def test_net_namespace(kernel: Sandbox, listener: int) -> None:
    connect = f"import socket\nsocket.create_connection(('127.0.0.1', {listener}))\nprint('PWN')"
    assert_needed("net-namespace", connect, "seccomp", "landlock")


def test_ipc_namespace(kernel: Sandbox) -> None:
    queue = _LIBC.msgget(0, 0o1666)
    assert queue >= 0
    try:
        look = (
            "import ctypes\nL = ctypes.CDLL(None)\n"
            f"print('PWN' if L.msgctl({queue}, 2, ctypes.create_string_buffer(256)) == 0 else 'no')"
        )
        assert_needed("ipc-namespace", look, "seccomp")
    finally:
        _LIBC.msgctl(queue, 0, None)


def test_uts_namespace(kernel: Sandbox) -> None:
    here = os.uname().nodename
    look = f"import os\nprint('PWN' if os.uname().nodename == {here!r} else 'no')"
    assert_needed("uts-namespace", look)


def test_pid_namespace(kernel: Sandbox) -> None:
    look = (
        f"import os\ntry: os.kill({os.getpid()}, 0)\n"
        "except ProcessLookupError: print('no')\nexcept PermissionError: print('PWN')"
    )
    assert_needed("pid-namespace", look, "seccomp")


def test_mount_namespace(kernel: Sandbox) -> None:
    assert_needed("mount-namespace", "import os\nos.stat('/etc/passwd')\nprint('PWN')")


@needs_root
def test_user_namespace(kernel: Sandbox) -> None:
    ask_the_log = (
        "import ctypes\nprint('PWN' if ctypes.CDLL(None).klogctl(9, None, 0) >= 0 else 'no')"
    )
    assert_needed("user-namespace", ask_the_log, "seccomp", "no-identity", "no-capabilities")


def test_cgroup_namespace(kernel: Sandbox, memory_group: Path) -> None:
    look = f"print('PWN' if {memory_group.name!r} in open('/proc/self/cgroup').read() else 'no')"
    assert_needed("cgroup-namespace", look, "private-root", "landlock", "not-dumpable")


# The file system.


@needs_root
def test_read_only_root(kernel: Sandbox) -> None:
    write = "open('/x', 'w').write('x')\nprint('PWN')"
    assert_needed("read-only", write, "landlock", "seccomp", "no-identity", "rlimits")


def test_installed_packages_are_hidden(kernel: Sandbox, filtered: Sandbox) -> None:
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
    assert_needed("landlock", connect, "namespaces", "seccomp")


@pytest.mark.skipif(landlock.abi() < 6, reason="this kernel's Landlock knows no scopes")
def test_landlock_stops_signals(filtered: Sandbox) -> None:
    signal_us = f"import os\nos.kill({os.getpid()}, 0)\nprint('PWN')"
    assert_needed("landlock", signal_us, "namespaces", "seccomp", "no-identity")
