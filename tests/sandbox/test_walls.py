"""Each wall, with it and without it: the attack it is there for fails, then succeeds.

One wall at a time is left out of an otherwise complete zygote (or of one that lacks the walls that
would stop the same attack), so that a wall that does nothing cannot hide behind the others.
"""

from __future__ import annotations

import os

import pytest

from hallmark_rl.sandbox import Limits, Sandbox
from tests.sandbox.conftest import LIMITS

_C = "import ctypes, os, mmap\nL = ctypes.CDLL(None, use_errno=True)\n"
_SOCKET = "import socket\nsocket.socket()\nprint('PWN')"
_STAT = "import os\nos.stat('/etc/passwd')\nprint('PWN')"

# wall: (the attack it stops, walls left out in both runs because they stop it too)
WALLS: dict[str, tuple[str, set[str]]] = {
    "namespaces": (_STAT, set()),
    "private-root": (_STAT, set()),
    "landlock": ("import os\nos.listdir('/')\nprint('PWN')", set()),
    "seccomp": (_SOCKET, set()),
    "no-identity": (
        "import os\nif not os.fork():\n    print('PWN', flush=True)\n    os._exit(0)\nos.wait()",
        set(),
    ),
    "mdwe": (
        "from mmap import *\nmmap(-1, 4096, MAP_PRIVATE | MAP_ANONYMOUS, 7)\nprint('PWN')",
        set(),
    ),
    "rlimits": (
        "import os\nfor _ in range(200): os.dup(0)\nprint('PWN')",
        set(),
    ),
    "no-new-privs": (
        _C + "print('PWN' if L.prctl(39, 0, 0, 0, 0) == 0 else 'no')",
        {"seccomp", "landlock"},
    ),
    "not-dumpable": (
        _C + "print('PWN' if L.prctl(3, 0, 0, 0, 0) == 1 else 'no')",
        {"seccomp", "no-identity"},
    ),
}


def _pwned(attack: str, omit: set[str]) -> bool:
    with Sandbox(policy="python", require="process", limits=LIMITS, _omit=frozenset(omit)) as box:
        assert box.run("print('alive')").stdout == "alive\n"
        return "PWN" in box.run(attack).stdout


@pytest.mark.parametrize("wall", WALLS)
def test_attack_fails_with_the_wall_and_succeeds_without(wall: str, kernel: Sandbox) -> None:
    if wall == "no-identity" and os.geteuid() != 0:
        pytest.skip("only root has an identity to lose")
    attack, others = WALLS[wall]
    assert not _pwned(attack, others)
    assert _pwned(attack, others | {wall})


@pytest.mark.parametrize("wall", WALLS)
def test_a_zygote_without_a_wall_does_not_claim_the_level(wall: str, kernel: Sandbox) -> None:
    if wall in ("mdwe", "not-dumpable", "rlimits", "no-identity"):
        pytest.skip("a depth of defence: no level is promised on it alone")
    with Sandbox(policy="python", _omit=frozenset({wall})) as box:
        outcome = box.run("print('ran')")
    assert (outcome.status, outcome.stdout) == ("unavailable", "")
    assert outcome.error is not None
    assert "kernel" in outcome.error.message
    assert outcome.isolation.level in ("filtered", "process")


@pytest.mark.parametrize(
    ("attack", "small", "large", "status"),
    [
        ("x = bytearray(150 << 20)", Limits(memory_bytes=100 << 20), Limits(), "memory"),
        ("import time; time.sleep(0.5)", Limits(wall_s=0.2), Limits(), "timeout"),
        (
            "import time\nt = time.process_time()\nwhile time.process_time() < t + 0.4: pass",
            Limits(cpu_s=0.2, wall_s=10.0),
            Limits(wall_s=10.0),
            "timeout",
        ),
        ("print('x' * 9000)", Limits(output_bytes=5000), Limits(), "output"),
    ],
    ids=["memory", "wall", "cpu", "output"],
)
def test_limit_stops_what_a_larger_one_lets_pass(
    attack: str, small: Limits, large: Limits, status: str, kernel: Sandbox
) -> None:
    assert kernel.run(attack, limits=small).status == status
    assert kernel.run(attack, limits=large).status == "ok"


def test_results_have_a_size_limit(kernel: Sandbox) -> None:
    source = "def f(n): return 'x' * n"
    small = Limits(result_bytes=100_000)
    assert kernel.call(source, "f", [(1_000_000,)], limits=small).status == "output"
    assert kernel.call(source, "f", [(1_000_000,)]).results[0].value == "x" * 1_000_000


def test_a_run_finds_no_environment_and_no_descriptor(kernel: Sandbox) -> None:
    os.environ["HALLMARK_SECRET"] = "s3cret"
    reader, writer = os.pipe()
    os.set_inheritable(reader, True)
    try:
        with Sandbox(policy="python") as box:
            outcome = box.run(
                "import os\nopen_ = []\n"
                "for fd in range(256):\n"
                "    try: os.fstat(fd); open_.append(fd)\n"
                "    except OSError: pass\n"
                "print(dict(os.environ), open_)"
            )
    finally:
        os.close(reader)
        os.close(writer)
        del os.environ["HALLMARK_SECRET"]
    assert outcome.stdout == "{} [0, 1, 2, 3]\n"


def test_a_run_does_not_learn_the_name_of_its_host(kernel: Sandbox) -> None:
    assert kernel.run("import os; print(os.uname().nodename)").stdout == "sandbox\n"
