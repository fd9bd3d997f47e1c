"""How a cluster of sandboxes behaves: a discrete-event simulation, for sizes that nobody has here.

    python benchmarks/scaling_simulation.py                      # 1,000 nodes with failures
    python benchmarks/scaling_simulation.py --nodes 1 --workers 2 --jobs 2000 --run-ms 3.3

A dispatcher sends batches of jobs to nodes, as `hallmark_rl.sandbox.ray.Pool` does: the least
loaded first, two batches for each worker. A node fails after an exponential time; its batches are
sent again when they should have ended, and a new node joins later. Run times are lognormal, and a
share of the runs reaches the time limit. The dispatcher needs `--dispatch-us` for each batch and
for each job, which bounds what one dispatcher can feed. `docs/scaling.md` compares the model with
measured points.
"""

from __future__ import annotations

import argparse
import heapq
import math
import random
from dataclasses import dataclass

import simpy


@dataclass(frozen=True)
class Cluster:
    """What is simulated; times in seconds.

    Attributes:
        nodes: number of machines.
        workers: runs at a time on each.
        batch: jobs that are sent together.
        ahead: batches that wait on a node for each of its workers, the running one included.
        run_s: median time of a run.
        spread: standard deviation of the logarithm of that time.
        timeouts: share of runs that take `limit_s` instead.
        limit_s: the time limit of a run.
        batch_s: time of the dispatcher for each batch.
        job_s: time of the dispatcher for each job.
        mean_life_s: mean time after which a node fails; infinite for never.
        rejoin_s: time until a new node takes its place.
    """

    nodes: int = 1000
    workers: int = 16
    batch: int = 64
    ahead: int = 2
    run_s: float = 0.010
    spread: float = 0.5
    timeouts: float = 0.02
    limit_s: float = 1.0
    batch_s: float = 200e-6
    job_s: float = 5e-6
    mean_life_s: float = math.inf
    rejoin_s: float = 120.0

    @property
    def mean_run_s(self) -> float:
        """The mean time of a run, time-outs included."""
        return (1 - self.timeouts) * self.run_s * math.exp(
            self.spread**2 / 2
        ) + self.timeouts * self.limit_s


@dataclass
class Result:
    """What a simulation gave; times in seconds."""

    seconds: float
    repeated: int
    failures: int
    busy: float

    def rate(self, jobs: int) -> float:
        """Jobs for each second."""
        return jobs / self.seconds


def simulate(cluster: Cluster, jobs: int, seed: int) -> Result:
    """Do `jobs` jobs and return how long that takes."""
    simulation = _Simulation(cluster, jobs, random.Random(seed))
    return simulation.run()


class _Simulation:
    def __init__(self, cluster: Cluster, jobs: int, generator: random.Random) -> None:
        self.cluster, self.random, self.env = cluster, generator, simpy.Environment()
        sizes = [cluster.batch] * (jobs // cluster.batch) + [jobs % cluster.batch]
        self.waiting = [size for size in sizes if size]
        self.undone, self.busy_s, self.repeated, self.failures = len(self.waiting), 0.0, 0, 0
        self.free: list[tuple[int, int]] = []  # (load, place), one entry for each room of a batch
        self.room = simpy.Container(self.env, init=0)
        self.load = [0] * cluster.nodes
        self.generation = [0] * cluster.nodes
        self.workers = [simpy.Resource(self.env, cluster.workers) for _ in range(cluster.nodes)]
        self.finished = self.env.event()

    def run(self) -> Result:
        for place in range(self.cluster.nodes):
            self._join(place)
            if math.isfinite(self.cluster.mean_life_s):
                self.env.process(self._life(place))
        self.env.process(self._dispatch())
        self.env.run(until=self.finished)
        capacity = self.env.now * self.cluster.nodes * self.cluster.workers
        return Result(self.env.now, self.repeated, self.failures, self.busy_s / capacity)

    def _join(self, place: int) -> None:
        rooms = self.cluster.workers * self.cluster.ahead
        for load in range(rooms):
            heapq.heappush(self.free, (load, place))
        self.room.put(rooms)

    def _dispatch(self):  # type: ignore[no-untyped-def]
        while True:
            yield self.room.get(1)
            while not self.waiting:
                yield self.env.timeout(0.01)
            size = self.waiting.pop()
            yield self.env.timeout(self.cluster.batch_s + size * self.cluster.job_s)
            _, place = heapq.heappop(self.free)
            self.load[place] += 1
            self.env.process(self._work(place, size, self.generation[place]))

    def _work(self, place: int, size: int, generation: int):  # type: ignore[no-untyped-def]
        with self.workers[place].request() as turn:
            yield turn
            seconds = sum(self._run_s() for _ in range(size))
            yield self.env.timeout(seconds)
        if generation != self.generation[place]:  # the node failed meanwhile
            self.waiting.append(size)
            self.repeated += size
            return
        self.busy_s += seconds
        self.load[place] -= 1
        heapq.heappush(self.free, (self.load[place], place))
        self.room.put(1)
        self.undone -= 1
        if not self.undone:
            self.finished.succeed()

    def _run_s(self) -> float:
        if self.random.random() < self.cluster.timeouts:
            return self.cluster.limit_s
        return self.cluster.run_s * math.exp(self.random.gauss(0, self.cluster.spread))

    def _life(self, place: int):  # type: ignore[no-untyped-def]
        while True:
            yield self.env.timeout(self.random.expovariate(1 / self.cluster.mean_life_s))
            self.failures += 1
            self.generation[place] += 1
            free = [entry for entry in self.free if entry[1] == place]
            self.free = [entry for entry in self.free if entry[1] != place]
            heapq.heapify(self.free)
            if free:
                yield self.room.get(len(free))
            self.load[place] = 0
            self.workers[place] = simpy.Resource(self.env, self.cluster.workers)
            yield self.env.timeout(self.cluster.rejoin_s)
            self._join(place)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    add = parser.add_argument
    add("--nodes", type=int, default=1000)
    add("--workers", type=int, default=16, help="runs at a time on each node")
    add("--jobs", type=int, default=1_000_000)
    add("--batch", type=int, default=64)
    add("--run-ms", type=float, default=10.0, help="median time of a run")
    add("--timeouts", type=float, default=0.02, help="share of runs that reach the limit of 1 s")
    add("--dispatch-us", type=float, nargs=2, default=(200.0, 5.0), metavar=("BATCH", "JOB"))
    add("--mean-life-h", type=float, default=24.0, help="mean hours until a node fails")
    add("--seed", type=int, default=0)
    options = parser.parse_args()
    cluster = Cluster(
        nodes=options.nodes,
        workers=options.workers,
        batch=options.batch,
        run_s=options.run_ms / 1000,
        timeouts=options.timeouts,
        batch_s=options.dispatch_us[0] / 1e6,
        job_s=options.dispatch_us[1] / 1e6,
        mean_life_s=options.mean_life_h * 3600,
    )
    result = simulate(cluster, options.jobs, options.seed)
    print(
        f"{options.jobs} jobs on {cluster.nodes} x {cluster.workers} workers: "
        f"{result.seconds:.1f} s, {result.rate(options.jobs):.0f} jobs/s, workers busy "
        f"{result.busy:.1%}, {result.failures} nodes failed, {result.repeated} jobs done again"
    )


if __name__ == "__main__":
    main()
