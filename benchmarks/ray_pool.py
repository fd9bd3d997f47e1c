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

import ray

# The repository stands before this folder, whose sandbox.py would hide the package.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from results import Figure, Plot, Results, Table, numbers, publish

from hallmark_rl.sandbox import Job, Sandbox
from hallmark_rl.sandbox.ray import Pool

JOB = Job(source="def f(x):\n    return sum(range(x))", entry="f", calls=[(20_000,)])


def seconds(box: Sandbox | Pool, count: int) -> float:
    """How long `count` jobs take."""
    started = time.perf_counter()
    assert all(outcome.status == "ok" for outcome in box.map([JOB] * count))
    return time.perf_counter() - started


def measure(jobs: int, workers: list[int], rounds: int) -> Results:
    """Do the jobs with each number of workers and size of batch, on the pool and in process."""
    os.environ["PYTHONPATH"] = str(Path(__file__).resolve().parents[1])  # of the cluster's workers
    ray.init(num_cpus=max(workers), include_dashboard=False, log_to_driver=False)
    rows, figures = [], {}
    lines: dict[str, list[tuple[float, float]]] = {}
    for number in workers:
        for batch in (1, 8, 64):
            with Pool(number, batch=batch) as pool, Sandbox(number) as local:
                seconds(pool, 4 * batch * number)
                seconds(local, 8)
                pairs = [(seconds(pool, jobs), seconds(local, jobs)) for _ in range(rounds)]
            overhead = statistics.median(there / here - 1 for there, here in pairs)
            rates = [jobs / statistics.median(side) for side in zip(*pairs, strict=True)]
            rows.append([str(number), str(batch), *numbers(rates, 0), f"{overhead:.1%}"])
            lines.setdefault(f"batches of {batch}", []).append((number, rates[0]))
            if batch == 64:
                lines.setdefault("in process", []).append((number, rates[1]))
            figures[f"{number} workers, batches of {batch}, time / time in process"] = Figure(
                1 + overhead
            )
            print(f"  {number} workers, batches of {batch}: done", file=sys.stderr, flush=True)
    columns = ["workers", "batch", "jobs/s on Ray", "jobs/s in process", "overhead"]
    plot = Plot("Throughput of the Ray pool", "workers", "jobs/s", lines)
    return Results([Table(columns, rows)], figures, plots=[plot])


def main() -> None:
    """Measure, print, and write JSON on request."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--jobs", type=int, default=2000)
    parser.add_argument("--workers", default="1,2")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path, metavar="FILE")
    options = parser.parse_args()
    numbers_of_workers = [int(number) for number in options.workers.split(",")]
    publish(measure(options.jobs, numbers_of_workers, options.rounds), options.json)


if __name__ == "__main__":
    main()
