"""Mixed jobs, good and hostile, while processes are killed: `python -m tests.sandbox.stress`.

Every outcome must be right, and in its place; nothing may be left.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator

import psutil

from sandbox import Job, Limits, Outcome, Sandbox

_LIMITS = Limits(wall_s=5.0, memory_bytes=128 << 20, output_bytes=16 << 10)
_HURRY = Limits(wall_s=0.1, memory_bytes=128 << 20)
_KINDS = {
    "good": ("def f(x): return [x, x * 2]", {"ok"}, None),
    "error": ("def f(x): return x / 0", {"ok"}, None),
    "loops": ("def f(x):\n    while True: pass", {"timeout"}, _HURRY),
    "forks": ("import os\ndef f(x): return os.fork()", {"ok"}, None),
    "bombs": ("def f(x): return 'x' * 10**10", {"memory"}, None),
    "floods": ("def f(x):\n    while True: print('y' * 999)", {"output"}, None),
    "crashes": ("import os\ndef f(x): os.kill(os.getpid(), 9)", {"crash"}, None),
    "leaves": ("import os\ndef f(x): os._exit(0)", {"crash"}, None),
}
_WEIGHTS = [60, 8, 1, 8, 4, 4, 8, 7]


def jobs(count: int, seed: int) -> Iterator[tuple[str, Job]]:
    """A reproducible mixture; each job's argument is its number."""
    generator = random.Random(seed)
    for number in range(count):
        (kind,) = generator.choices(list(_KINDS), _WEIGHTS)
        source, _, limits = _KINDS[kind]
        yield kind, Job(source=source, entry="f", calls=[(number,)], limits=limits)


def wrong(kind: str, number: int, outcome: Outcome) -> str:
    """What is wrong with an outcome; nothing when it is right."""
    if outcome.status not in _KINDS[kind][1]:
        return f"job {number} ({kind}): {outcome.status}, {outcome.error}"
    if kind == "good" and [r.value for r in outcome.results] != [[number, number * 2]]:
        return f"job {number}: {outcome.results}"
    return ""


def family() -> set[int]:
    """The processes below this one."""
    return {child.pid for child in psutil.Process().children(recursive=True)}


class Killer(threading.Thread):
    """Kills one process of the box, waiter or zygote or run, every now and then."""

    def __init__(self, every_s: float, seed: int, spare: set[int]) -> None:
        super().__init__(daemon=True)
        self._spare = spare
        self._every_s, self._random = every_s, random.Random(seed)
        self.stop, self.kills = threading.Event(), 0

    def run(self) -> None:
        while not self.stop.wait(self._random.uniform(0, 2 * self._every_s)):
            victims = sorted(family() - self._spare)
            if victims:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(self._random.choice(victims), signal.SIGKILL)
                    self.kills += 1


def stress(count: int, *, workers: int, kill_every_s: float, seed: int) -> tuple[list[str], int]:
    """Run the mixture; returns what went wrong and how many processes were killed."""
    kinds = [kind for kind, _ in jobs(count, seed)]
    before = family()
    killer = Killer(kill_every_s, seed, before)
    faults = []
    with Sandbox(workers, policy="python", require="filtered", limits=_LIMITS) as box:
        killer.start()
        outcomes = box.map(job for _, job in jobs(count, seed))
        for number, (kind, outcome) in enumerate(zip(kinds, outcomes, strict=True)):
            # A run that was itself the victim honestly says that it was killed.
            killed = outcome.error is not None and "SIGKILL" in outcome.error.message
            if not killed and (fault := wrong(kind, number, outcome)):
                faults.append(fault)
        killer.stop.set()
        killer.join()
    if left := family() - before:
        faults.append(f"processes are left: {left}")
    return faults, killer.kills


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=20_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--kill-every", type=float, default=1.0, metavar="S")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    descriptors, started = len(os.listdir("/proc/self/fd")), time.monotonic()
    faults, kills = stress(
        options.jobs, workers=options.workers, kill_every_s=options.kill_every, seed=options.seed
    )
    if (now := len(os.listdir("/proc/self/fd"))) != descriptors:
        faults.append(f"{now - descriptors} descriptors are left")
    seconds = time.monotonic() - started
    mixture = Counter(kind for kind, _ in jobs(options.jobs, options.seed))
    print(f"{options.jobs} jobs in {seconds:.0f} s, {kills} processes killed: {dict(mixture)}")
    print("\n".join(faults) or "every outcome is right and nothing is left")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
