"""`python -m sandbox.run --probe`: what this host enforces, as a canary found by trying."""

from __future__ import annotations

import json
import sys
from typing import Any

from hallmark_rl.sandbox.api.levels import LEVELS, Policy
from hallmark_rl.sandbox.api.limits import Limits
from hallmark_rl.sandbox.api.outcome import Isolation
from hallmark_rl.sandbox.host.sandbox import Sandbox
from hallmark_rl.sandbox.zygote.self_test import FATAL, FILTERED, KERNEL

_UNAVAILABLE = 5
_LIMITS = Limits(wall_s=0.3, cpu_s=5.0, memory_bytes=128 << 20, output_bytes=4096)
_BY_RUNNING = {
    "run past its time": "import time; time.sleep(30)",
    "spin past its time": "while True: pass",
    "fill its memory": "x = [bytearray(1 << 20) for _ in range(4096)]",
    "flood its output": "while True: print('x' * 4096)",
    "stop for good": "import os, time; os.kill(os.getpid(), 19); time.sleep(9)",
}


def survey() -> tuple[Isolation, dict[str, bool]]:
    """The isolation of this host, and for each forbidden act whether something stopped it."""
    with Sandbox(policy=Policy.PYTHON, require="process", limits=_LIMITS) as box:
        isolation = box.isolation
        could = {line.removeprefix("the self-test could ") for line in isolation.missing}
        stopped = {act: act not in could for act in (*FILTERED, *KERNEL, *FATAL)}
        control = box.run("print('alive')")
        if control.status != "ok" or control.stdout != "alive\n":
            raise RuntimeError(f"A sound program does not run here: {control.status}.")
        for act, program in _BY_RUNNING.items():
            seen = box.run(program)
            stopped[act] = seen.status != "ok" and seen.max_rss_bytes <= _LIMITS.memory_bytes
    return isolation, stopped


def probe(require: str, *, as_json: bool) -> int:
    """Print the survey; returns 5 when the host gives less than `require`."""
    isolation, stopped = survey()
    if as_json:
        shown: dict[str, Any] = {"isolation": isolation.to_dict(), "stopped": stopped}
        print(json.dumps({**shown, "missing": list(isolation.missing)}))
    else:
        for act, held in stopped.items():
            print(f"{'stopped' if held else 'NOT STOPPED':12} {act}")
        for reason in isolation.missing:
            print(f"missing      {reason}")
        print(f"level        {isolation.level} ({', '.join(isolation.mechanisms) or 'nothing'})")
    known = LEVELS.index(isolation.level) if isolation.level in LEVELS else -1
    enough = known >= LEVELS.index(require) and all(stopped[act] for act in _BY_RUNNING)
    if not enough:
        print(f"This host does not give {require!r}.", file=sys.stderr)
    return 0 if enough else _UNAVAILABLE
