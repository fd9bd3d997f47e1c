"""Load on `hallmark serve`: throughput and latency, side by side with a sandbox in process.

    python benchmarks/service.py                    # the table: 1, 16, 64 and 256 clients
    python benchmarks/service.py --kill             # 20,000 jobs while servers and runs are killed

The jobs are those of the stress test (`tests/sandbox/mixed_jobs.py`): good programs, loops, bombs,
crashes, floods, programs of 4 MiB; the outcome of each is checked. The clients are tasks of one
process on the same machine, so they take CPU time from the server. "Overhead" is the median time
of a good program at one client beyond its median in process, both from call to outcome.

With `--kill`, two servers share the work; each is killed (SIGKILL) and started again at random, and
so are their zygotes and runs. A job is right if its outcome is, or if its run was killed.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[1]
sys.path[0] = str(_ROOT)  # not this folder: its sandbox.py would hide the package

import psutil  # noqa: E402

from hallmark_rl.sandbox import AsyncRemoteSandbox, Job, Outcome, Sandbox  # noqa: E402
from tests.sandbox.mixed_jobs import KINDS, LIMITS, jobs, wrong  # noqa: E402


@dataclass
class Measured:
    """What one series of jobs took, and what was wrong with it."""

    seconds: float = 0.0
    latencies_s: dict[str, list[float]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    hit: int = 0
    statuses: Counter[str] = field(default_factory=Counter)

    def add(self, number: int, kind: str, outcome: Outcome, seconds: float, kills: bool) -> None:
        """Note the outcome of one job."""
        self.latencies_s.setdefault(kind, []).append(seconds)
        self.statuses[outcome.status] += 1
        fault = wrong(kind, number, outcome)
        if fault and kills and _was_killed(outcome):
            self.hit += 1
        elif fault:
            self.faults.append(fault)

    def quantile_ms(self, share: float, kind: str | None = None) -> float:
        """A quantile of the latencies, in milliseconds."""
        values = sorted(
            value
            for name, values in self.latencies_s.items()
            if kind in (None, name)
            for value in values
        )
        return 1000 * values[min(int(share * len(values)), len(values) - 1)]


def _was_killed(outcome: Outcome) -> bool:
    texts = [outcome.error] + [result.error for result in outcome.results]
    return any(error is not None and error.type in ("Crash", "Killed") for error in texts)


@contextlib.contextmanager
def server(workers: int, port: int = 0) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server as a process of its own; yields it and its address."""
    process = start_server(workers, port)
    try:
        yield process, address_of(process)
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate()


def start_server(workers: int, port: int) -> subprocess.Popen[str]:
    """Start a server; `address_of` waits until it listens."""
    command = [sys.executable, "-m", "hallmark_rl", "serve", "--port", str(port)]
    command += ["--workers", str(workers), "--queue", "1024", "--log-level", "warning"]
    return subprocess.Popen(command, cwd=_ROOT, stdout=subprocess.PIPE, text=True)


def address_of(process: subprocess.Popen[str]) -> str:
    """The address that a server prints when it listens."""
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"http://\S+", line):
            return found[0]
    raise RuntimeError("The server did not start.")


async def drive(
    box: AsyncRemoteSandbox, work: list[tuple[str, Job]], clients: int, kills: bool = False
) -> Measured:
    """Do all jobs, `clients` at a time."""
    measured = Measured()
    numbered = iter(enumerate(work))

    async def client() -> None:
        for number, (kind, job) in numbered:
            started = time.perf_counter()
            outcome = await box.run_job(job)
            measured.add(number, kind, outcome, time.perf_counter() - started, kills)
            if number % 1000 == 999:
                print(f"  {number + 1} of {len(work)} jobs", file=sys.stderr, flush=True)

    started = time.perf_counter()
    await asyncio.gather(*(client() for _ in range(clients)))
    measured.seconds = time.perf_counter() - started
    return measured


def in_process(work: list[tuple[str, Job]], workers: int) -> Measured:
    """Do all jobs with `Sandbox.map`."""
    measured = Measured()
    with Sandbox(workers) as box:
        list(box.map([Job(source="")] * 4 * workers))
        started = time.perf_counter()
        outcomes = box.map(job for _, job in work)
        for number, ((kind, _), outcome) in enumerate(zip(work, outcomes, strict=True)):
            measured.add(number, kind, outcome, 0.0, kills=False)
        measured.seconds = time.perf_counter() - started
    return measured


def overhead_ms(address: str, rounds: int) -> tuple[float, float]:
    """Median milliseconds of a good program, over HTTP and in process, taken in turns."""
    job = Job(source=KINDS["good"].source, entry="f", calls=[(1,)], policy=KINDS["good"].policy)

    async def measure() -> tuple[list[float], list[float]]:
        remote_s, local_s = [], []
        async with AsyncRemoteSandbox(address) as remote:
            with Sandbox() as local:
                for _ in range(rounds):
                    started = time.perf_counter()
                    await remote.run_job(job)
                    between = time.perf_counter()
                    local.run_job(job)
                    remote_s.append(between - started)
                    local_s.append(time.perf_counter() - between)
        return remote_s, local_s

    remote_s, local_s = asyncio.run(measure())
    return 1000 * statistics.median(remote_s), 1000 * statistics.median(local_s)


def table(count: int, workers: int, seed: int) -> int:
    """Measure and print the table; returns the exit status."""
    work = list(jobs(count, seed))
    faults: list[str] = []
    print(f"{count} jobs for each line, {workers} workers")
    print(f"{'clients':>12} {'jobs/s':>8} {'of map':>7} {'p50 ms':>8} {'p99 ms':>8}  statuses")
    with server(workers) as (process, address):

        async def remote(clients: int) -> Measured:
            async with AsyncRemoteSandbox(address, max_concurrent=clients, limits=LIMITS) as box:
                await box.run("")
                return await drive(box, work, clients)

        remote_ms, local_ms = overhead_ms(address, 200)
        for clients in (1, 16, 64, 256):
            local = in_process(work, workers)
            measured = asyncio.run(remote(clients))
            faults += local.faults + measured.faults
            print(
                f"{clients:12} {count / measured.seconds:8.0f} "
                f"{local.seconds / measured.seconds:7.2f} {measured.quantile_ms(0.5):8.1f} "
                f"{measured.quantile_ms(0.99):8.1f}  {dict(measured.statuses)}",
                flush=True,
            )
        memory = psutil.Process(process.pid).memory_info().rss / (1 << 20)
    print(f"a good program: {remote_ms:.2f} ms over HTTP, {local_ms:.2f} ms in process, "
          f"overhead {remote_ms - local_ms:.2f} ms; the server holds {memory:.0f} MiB")  # fmt: skip
    return _verdict(faults)


async def _killing(
    servers: list[subprocess.Popen[str]], ports: list[int], workers: int, seed: int
) -> AsyncIterator[str]:
    """Kill a server, or a process below one, about every second; yields what was killed."""
    generator = random.Random(seed)
    while True:
        await asyncio.sleep(generator.uniform(0.2, 1.8))
        place = generator.randrange(len(servers))
        below = psutil.Process(servers[place].pid).children(recursive=True)
        if below and generator.random() < 0.8:
            with contextlib.suppress(psutil.NoSuchProcess):
                generator.choice(below).kill()
                yield "process"
            continue
        servers[place].kill()
        servers[place].communicate()
        servers[place] = start_server(workers, ports[place])
        await asyncio.to_thread(address_of, servers[place])
        yield "server"


def kill_test(count: int, workers: int, seed: int) -> int:
    """Do jobs while servers and runs are killed; returns the exit status."""
    servers = [start_server(workers, 0) for _ in range(2)]
    addresses = [address_of(process) for process in servers]
    ports = [int(address.rpartition(":")[2]) for address in addresses]
    kills: Counter[str] = Counter()

    async def scenario() -> Measured:
        async def kill() -> None:
            async for what in _killing(servers, ports, workers, seed):
                kills[what] += 1

        killer = asyncio.create_task(kill())
        async with AsyncRemoteSandbox(addresses, limits=LIMITS) as box:
            measured = await drive(box, list(jobs(count, seed)), 64, kills=True)
        killer.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await killer
        return measured

    try:
        measured = asyncio.run(scenario())
    finally:
        for process in servers:
            process.kill()
            process.communicate()
    if measured.hit > kills["process"]:
        measured.faults.append(f"{measured.hit} runs were killed, {kills['process']} expected")
    print(json.dumps({"jobs": count, "seconds": round(measured.seconds), "killed": kills,
                      "runs_hit": measured.hit, "statuses": measured.statuses}))  # fmt: skip
    return _verdict(measured.faults)


def _verdict(faults: list[str]) -> int:
    print("\n".join(faults[:20]) or "every outcome is right, and none is missing")
    return 1 if faults else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--jobs", type=int, help="default: 2000, with --kill 20000")
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kill", action="store_true", help="kill servers and runs meanwhile")
    options = parser.parse_args()
    if options.kill:
        return kill_test(options.jobs or 20_000, options.workers, options.seed)
    return table(options.jobs or 2000, options.workers, options.seed)


if __name__ == "__main__":
    sys.exit(main())
