"""The jobs of the stress test: what each kind does, and the outcome that it must have."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from hallmark_rl.sandbox import Job, Limits, Outcome, Policy

LIMITS = Limits(wall_s=5.0, memory_bytes=128 << 20, output_bytes=16 << 10)
_HURRY = Limits(wall_s=0.1, memory_bytes=128 << 20)

# Tries to leave resources of every kind behind, and returns which it could create.
_LEAK = """
import _thread, ctypes, os, socket
L = ctypes.CDLL(None, use_errno=True)
def f(x):
    done = []
    for name, act in {
        "file": lambda: open(f"/tmp/hallmark-{x}", "w"),
        "shm": lambda: open(f"/dev/shm/hallmark-{x}", "w"),
        "here": lambda: open(f"hallmark-{x}", "w"),
        "memfd": lambda: os.memfd_create("x"),
        "fifo": lambda: os.mkfifo(f"/tmp/hallmark-fifo-{x}"),
        "socket": lambda: socket.socketpair(),
        "thread": lambda: _thread.start_new_thread(print, ()),
        "daemon": lambda: os.fork() or os._exit(0),
    }.items():
        try: act()
        except (OSError, RuntimeError): continue
        done.append(name)
    for name, call in {
        "key": (248, b"user", b"hallmark", b"x", 1, -3), "shmget": (29, x + 1, 4096, 0o1666),
        "semget": (64, x + 1, 1, 0o1666), "msgget": (68, x + 1, 0o1666),
        "mq": (240, b"hallmark", 0o102, 0o600, 0), "user namespace": (272, 0x10000000),
        "mount": (165, b"x", b"/tmp", b"tmpfs", 0, 0), "timer": (222, 1, 0, 0),
    }.items():
        if L.syscall(*call) >= 0: done.append(name)
    return [x, done]
"""


@dataclass(frozen=True)
class Kind:
    """One kind of job; `results` maps the number of the job to the results that it must have."""

    weight: int
    source: str
    status: str
    results: Callable[[int], list[Any]] = lambda number: []
    policy: Policy = Policy.PYTHON
    limits: Limits | None = None
    calls: int = 1
    fresh: bool = False


KINDS = {
    "good": Kind(50, "def f(x): return [x, x * 2]", "ok", lambda n: [("ok", [n, n * 2])]),
    "restricted": Kind(
        6,
        "from dataclasses import dataclass\n@dataclass\nclass A:\n    x: int\n"
        "def f(x): return {'x': A(x).x, 't': (x, str(x))}",
        "ok",
        lambda n: [("ok", {"x": n, "t": (n, str(n))})],
        policy=Policy.RESTRICTED,
    ),
    "fresh": Kind(
        3,
        "SEEN = []\ndef f(x):\n    SEEN.append(x)\n    return [x, len(SEEN)]",
        "ok",
        lambda n: [("ok", [n, 1])] * 6,
        policy=Policy.RESTRICTED,
        calls=6,
        fresh=True,
    ),
    "forbidden": Kind(2, "import os\ndef f(x): return x", "forbidden", policy=Policy.RESTRICTED),
    "error": Kind(6, "def f(x): return x / 0", "ok", lambda n: [("error", "ZeroDivisionError")]),
    "loops": Kind(1, "def f(x):\n    while True: pass", "timeout", limits=_HURRY),
    "forks": Kind(
        5,
        "import os\ndef f(x):\n    try: os.fork()\n    except OSError: return [x, 'denied']\n",
        "ok",
        lambda n: [("ok", [n, "denied"])],
    ),
    "bombs": Kind(4, "def f(x): return 'x' * 10**10", "memory"),
    "floods": Kind(4, "def f(x):\n    while True: print('y' * 999)", "output"),
    "crashes": Kind(10, "import ctypes\ndef f(x): ctypes.string_at(0)", "crash"),
    "exits": Kind(5, "import os\ndef f(x): os._exit(0)", "crash"),
    "large": Kind(
        1,
        f"D = '{'x' * (4 << 20)}'\ndef f(x): return [x, len(D)]",
        "ok",
        lambda n: [("ok", [n, 4 << 20])],
    ),
    "leaks": Kind(4, _LEAK, "ok", lambda n: [("ok", [n, []])]),
}


def jobs(count: int, seed: int) -> Iterator[tuple[str, Job]]:
    """`count` random jobs, each with its kind; the argument of a call is the number of its job."""
    generator = random.Random(seed)
    weights = [kind.weight for kind in KINDS.values()]
    for number in range(count):
        (name,) = generator.choices(list(KINDS), weights)
        kind = KINDS[name]
        yield (
            name,
            Job(
                source=kind.source,
                entry="f",
                calls=[(number,)] * kind.calls,
                fresh_calls=kind.fresh,
                policy=kind.policy,
                limits=kind.limits or LIMITS,
            ),
        )


def wrong(name: str, number: int, outcome: Outcome) -> str:
    """What is wrong with the outcome of job `number`; "" if it is right."""
    kind = KINDS[name]
    results = [
        ("ok", r.value) if r.error is None else ("error", r.error.type) for r in outcome.results
    ]
    expected = kind.results(number) if kind.status == "ok" else results
    if (outcome.status, results) != (kind.status, expected):
        return f"job {number} ({name}): {outcome.status}, {outcome.error}, {results!s:.200}"
    return ""
