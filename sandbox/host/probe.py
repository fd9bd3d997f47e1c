"""`python -m sandbox.run --probe`: try forbidden acts, and print which of them this host stops."""

from __future__ import annotations

import json
import sys
from typing import Any

from hallmark_rl.sandbox.api.isolation_levels import LEVELS
from hallmark_rl.sandbox.api.language_policy import Policy
from hallmark_rl.sandbox.api.outcome import Isolation
from hallmark_rl.sandbox.api.run_limits import Limits
from hallmark_rl.sandbox.host.sandbox import Sandbox
from hallmark_rl.sandbox.host.zygote_client import (
    PERMITTED,
    UNTESTED,
    ZygoteClient,
    ZygoteSpec,
    start_or_fork,
)
from hallmark_rl.sandbox.zygote.self_test import FATAL, FILTERED, KERNEL

_UNAVAILABLE = 5
_LIMITS = Limits(wall_s=0.3, cpu_s=5.0, memory_bytes=128 << 20, output_bytes=4096)
_LIMIT_TESTS = {
    "run past its time": "import time; time.sleep(30)",
    "spin past its time": "while True: pass",
    "fill its memory": "x = [bytearray(1 << 20) for _ in range(4096)]",
    "flood its output": "while True: print('x' * 4096)",
    "stop for good": "import os, time; os.kill(os.getpid(), 19); time.sleep(9)",
}
"""Acts that a limit stops, with a program that does each."""


def measure_isolation() -> tuple[Isolation, dict[str, bool]]:
    """Measure the isolation of this host, and for each forbidden act whether it was stopped.

    Raises `RuntimeError` if a program that does nothing forbidden does not run.
    """
    with Sandbox(policy=Policy.PYTHON, require="process", limits=_LIMITS) as sandbox:
        isolation = sandbox.isolation
        stopped = dict.fromkeys((*FILTERED, *KERNEL, *FATAL), True)
        for reason in isolation.missing:
            for start in (PERMITTED, UNTESTED):
                act = reason.removeprefix(start).partition(":")[0]
                if act in stopped and reason.startswith(start):
                    stopped[act] = False
        control = sandbox.run("print('alive')")
        if control.status != "ok" or control.stdout != "alive\n":
            raise RuntimeError(f"A harmless program does not run here: status {control.status}.")
        for act, program in _LIMIT_TESTS.items():
            outcome = sandbox.run(program)
            within_memory = outcome.max_rss_bytes <= _LIMITS.memory_bytes
            stopped[act] = outcome.status != "ok" and within_memory
    return isolation, stopped


def find_pin_problem() -> str:
    """Why `Sandbox(pin_threads=True)` has no effect here; empty if it has.

    Raises `ZygoteError` if no zygote can be started.
    """
    zygote = ZygoteClient(start_or_fork(ZygoteSpec(Policy.PYTHON)), seed=0, pinned=True)
    zygote.close()
    return zygote.pin_problem


def probe(require: str, *, as_json: bool) -> int:
    """Print what was measured; returns 0, or 5 if the host gives less than `require`."""
    isolation, stopped = measure_isolation()
    pin_problem = find_pin_problem()
    if as_json:
        report: dict[str, Any] = {"isolation": isolation.to_dict(), "stopped": stopped}
        report["pin_threads"] = {"possible": not pin_problem, "reason": pin_problem}
        print(json.dumps({**report, "missing": list(isolation.missing)}))
    else:
        for act, was_stopped in stopped.items():
            print(f"{'stopped' if was_stopped else 'NOT STOPPED':12} {act}")
        for reason in isolation.missing:
            print(f"missing      {reason}")
        print(f"optional     pin_threads: {pin_problem or 'possible'}")
        print(f"level        {isolation.level} ({', '.join(isolation.mechanisms) or 'nothing'})")
    rank = LEVELS.index(isolation.level) if isolation.level in LEVELS else -1
    sufficient = rank >= LEVELS.index(require) and all(stopped[act] for act in _LIMIT_TESTS)
    if not sufficient:
        print(
            f"This host does not give isolation {require!r}: see `missing` and `NOT STOPPED`.",
            file=sys.stderr,
        )
    return 0 if sufficient else _UNAVAILABLE
