"""The Ray pool beside workers of one process: throughput from 1 to N actors, overhead per job.

    python benchmarks/ray_pool.py [--jobs 2000] [--workers 1,2] [--rounds 3]

The cluster is this machine. Both do the same jobs in turns: a function that is called once. The
overhead is the time of a job beyond that in process, as a share of it, for batches of 1, 8 and 64.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[1]
sys.path[0] = str(_ROOT)  # not this folder: its sandbox.py would hide the package
os.environ["PYTHONPATH"] = str(_ROOT)  # for the workers of the cluster

import ray  # noqa: E402

from hallmark_rl.sandbox import Job, Sandbox  # noqa: E402
from hallmark_rl.sandbox.ray import Pool  # noqa: E402

JOB = Job(source="def f(x):\n    return sum(range(x))", entry="f", calls=[(20_000,)])


def seconds(box: Sandbox | Pool, count: int) -> float:
    """How long `count` jobs take."""
    started = time.perf_counter()
    assert all(outcome.status == "ok" for outcome in box.map([JOB] * count))
    return time.perf_counter() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--jobs", type=int, default=2000)
    parser.add_argument("--workers", default="1,2")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    numbers = [int(number) for number in options.workers.split(",")]
    ray.init(num_cpus=max(numbers), include_dashboard=False, log_to_driver=False)
    print(f"{'workers':>8} {'batch':>6} {'Ray jobs/s':>11} {'in process':>11} {'overhead':>9}")
    for workers in numbers:
        for batch in (1, 8, 64):
            with Pool(workers, batch=batch) as pool, Sandbox(workers) as local:
                seconds(pool, 4 * batch * workers)
                seconds(local, 8)
                pairs = [
                    (seconds(pool, options.jobs), seconds(local, options.jobs))
                    for _ in range(options.rounds)
                ]
            overhead = statistics.median(there / here - 1 for there, here in pairs)
            rates = [options.jobs / statistics.median(side) for side in zip(*pairs, strict=True)]
            print(f"{workers:8} {batch:6} {rates[0]:11.0f} {rates[1]:11.0f} {overhead:9.1%}")


if __name__ == "__main__":
    main()
