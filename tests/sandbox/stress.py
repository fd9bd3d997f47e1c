"""Run mixed jobs, good and hostile, while processes are killed: `python -m tests.sandbox.stress`.

Every job must have the right outcome, in its order, and no resources may be leaked, also when the
caller itself is killed. The jobs are done in batches. With `--log FILE`, each finished batch is
written there as a line, and an interrupted test continues after the last one.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

from hallmark_rl.sandbox import Outcome, Sandbox
from tests.sandbox.held_namespaces import HeldNamespaces
from tests.sandbox.mixed_jobs import LIMITS, jobs, wrong
from tests.sandbox.resource_snapshot import ResourceSnapshot, descendants

_ROOT = Path(__file__).resolve().parents[2]
_BATCH = 1000
_INTERVAL_S = 0.05
_STARTS = 3  # between two kills, there is time to start this many zygotes


class Killer(threading.Thread):
    """Kills a process of the sandbox (waiter, zygote or run) about every `every_s` seconds.

    It leaves alone the processes `spare`, and adds the namespaces of the others to `entered`.
    """

    def __init__(self, every_s: float, seed: int, spare: set[int], entered: HeldNamespaces) -> None:
        super().__init__(daemon=True)
        self._every_s, self._random, self._spare = every_s, random.Random(seed), spare
        self._entered, self.stop, self.kills = entered, threading.Event(), 0

    def run(self) -> None:
        due = self._next()
        while not self.stop.wait(_INTERVAL_S):
            victims = sorted(descendants() - self._spare)
            self._entered.add(set(victims))
            if victims and time.monotonic() >= due:
                due = self._next()
                with contextlib.suppress(ProcessLookupError):
                    os.kill(self._random.choice(victims), signal.SIGKILL)
                    self.kills += 1

    def _next(self) -> float:
        return time.monotonic() + self._random.uniform(0, 2 * self._every_s)


def open_sandbox(workers: int) -> Sandbox:
    return Sandbox(workers, policy="python", require="filtered", limits=LIMITS)


def stress(count: int, *, workers: int, kill_every_s: float, seed: int) -> dict[str, Any]:
    """Run one batch; `faults` of the result lists what went wrong, `kills` counts processes."""
    before, started = ResourceSnapshot.now(), time.monotonic()
    faults, victims, statuses = [], 0, Counter[str]()
    with HeldNamespaces() as entered:
        with open_sandbox(workers) as sandbox:
            sandbox.run("pass")
            # On a busy machine, no job would end if zygotes were killed faster than they start.
            every_s = max(kill_every_s, _STARTS * (time.monotonic() - started))
            killer = Killer(every_s, seed, before.processes, entered)
            killer.start()
            batch = list(jobs(count, seed))
            outcomes = sandbox.map(job for _, job in batch)
            for number, ((kind, _), outcome) in enumerate(zip(batch, outcomes, strict=True)):
                fault = wrong(kind, number, outcome)
                statuses[outcome.status] += 1
                if fault and _was_killed(outcome):
                    victims += 1
                elif fault:
                    faults.append(fault)
            killer.stop.set()
            killer.join()
        faults += ResourceSnapshot.now().since(before, entered)
        namespaces = len(entered)
    if victims > killer.kills:
        faults.append(
            f"{victims} runs were killed by SIGKILL, but only {killer.kills} processes were killed"
        )
    return {
        "jobs": count, "seed": seed, "kills": killer.kills, "runs_hit": victims,
        "namespaces": namespaces, "statuses": dict(statuses),
        "seconds": round(time.monotonic() - started, 2), "faults": faults,
    }  # fmt: skip


def _was_killed(outcome: Outcome) -> bool:
    """Whether the outcome says that the run, or one of its fresh calls, was killed."""
    if outcome.error is not None:
        return "SIGKILL" in outcome.error.message
    return any(r.error is not None and r.error.type == "Crash" for r in outcome.results)


def kill_caller(workers: int, seed: int) -> list[str]:
    """Kill a caller while it runs jobs; returns what it leaves behind."""
    before = ResourceSnapshot.now()
    command = [sys.executable, "-m", "tests.sandbox.stress", "--endless", str(workers), str(seed)]
    with HeldNamespaces() as entered:
        with subprocess.Popen(command, cwd=_ROOT, stdout=subprocess.PIPE) as caller:
            assert caller.stdout is not None
            caller.stdout.readline()
            time.sleep(random.Random(seed).uniform(0.0, 1.0))
            pids = descendants(caller.pid)
            entered.add(pids)
            caller.kill()
        faults = ResourceSnapshot.now().since(before, entered, frozenset(pids))
    return faults if pids else ["the caller had no processes when it was killed"]


def _endless(workers: int, seed: int) -> None:
    with open_sandbox(workers) as sandbox:
        for number, _ in enumerate(sandbox.map(job for _, job in jobs(1 << 40, seed))):
            if number == 0:
                print("working", flush=True)


def _done(log: Path | None, settings: list[Any]) -> list[dict[str, Any]]:
    """The batches of an earlier run with the same settings."""
    lines = log.read_text().splitlines() if log and log.exists() else []
    return [batch for line in lines if (batch := json.loads(line))["settings"] == settings]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=20_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--kill-every", type=float, default=1.0, metavar="S")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--log", type=Path, help="write finished batches to this file, and continue from it"
    )
    parser.add_argument("--endless", type=int, nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.endless:
        _endless(*options.endless)
    settings = [options.jobs, options.workers, options.kill_every, options.seed]
    batches = _done(options.log, settings)
    sizes = [min(_BATCH, options.jobs - start) for start in range(0, options.jobs, _BATCH)]
    if options.log and len(batches) == len(sizes):
        options.log.unlink()  # all batches were done: start again
        batches = []
    try:
        for number, size in list(enumerate(sizes))[len(batches) :]:
            seed = options.seed * 10_000 + number
            batch = stress(
                size, workers=options.workers, kill_every_s=options.kill_every, seed=seed
            )
            batch["faults"] += kill_caller(options.workers, seed)
            batches.append(batch | {"settings": settings})
            if options.log:
                with options.log.open("a") as log:
                    log.write(json.dumps(batches[-1]) + "\n")
            print(
                f"batch {number + 1} of {len(sizes)}: {batch['seconds']} s, {batch['kills']} "
                f"killed, {len(batch['faults'])} faults",
                flush=True,
            )
    except KeyboardInterrupt:
        print(f"stopped after {len(batches)} of {len(sizes)} batches")
        return 130
    return report(batches)


def report(batches: list[dict[str, Any]]) -> int:
    """Print the totals of all batches; returns the exit status."""
    statuses = sum((Counter(batch["statuses"]) for batch in batches), Counter[str]())
    faults = [fault for batch in batches for fault in batch["faults"]]
    total = {key: sum(batch[key] for batch in batches) for key in ("jobs", "kills", "seconds")}
    print(
        f"{total['jobs']} jobs in {total['seconds']:.0f} s, {total['kills']} processes and "
        f"{len(batches)} callers killed: {dict(statuses)}"
    )
    print("\n".join(faults) or "every outcome is right and nothing is leaked")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
