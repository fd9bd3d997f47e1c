"""Latency of a complete verdict, side by side: `python benchmarks/sandbox.py`.

The work is the same for all: load a correct six-line function, call it with three inputs, and check
the answers. Contestants take turns within each round, so that other load on the machine affects all
of them. The floor is a bare fork from an equal zygote (same interpreter, same modules loaded) that
runs the same program without any isolation. With `--pin-threads`, an option of `Sandbox`, ours can
be faster than the floor. Nothing is cached between verdicts: each reads, checks and compiles the
program again. Ratios are only meaningful on an idle machine: when more processes run than there are
cores, longer work is also interrupted more often.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil

# The repository stands before this folder, whose sandbox.py would hide the package.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from contestants import REWRITTEN, compete, floor, limit_reported_s, ours
from peers import CALLS, ENTRY, PROGRAM, PYTHON, Contestant
from results import Figure, Results, Table, numbers, publish

from hallmark_rl.sandbox import Job, Sandbox


def workers_ratios(rounds: int, *, pin_threads: bool) -> tuple[float, float]:
    """Throughput of two workers divided by that of one; the same for bare floors.

    The second is the gain of two cores for forks that share nothing but wake each other.
    """
    jobs = [Job(source=PROGRAM, entry=ENTRY, calls=CALLS) for _ in range(100)]

    def mapped(box: Sandbox) -> None:
        assert all(outcome.status == "ok" for outcome in box.map(jobs))

    def forked(floors: Sequence[Contestant]) -> None:
        def work(verdict: Contestant) -> bool:
            return all(verdict() for _ in range(len(jobs) // len(floors)))

        with ThreadPoolExecutor(len(floors)) as threads:
            assert all(threads.map(work, floors))

    with (
        Sandbox(1, policy="python", pin_threads=pin_threads) as one,
        Sandbox(2, policy="python", pin_threads=pin_threads) as two,
        floor("python") as first,
        floor("python") as second,
    ):
        works: list[Callable[[], None]] = [
            lambda: mapped(one), lambda: mapped(two),
            lambda: forked([first]), lambda: forked([first, second]),
        ]  # fmt: skip
        for work in works:
            work()
        spent: list[list[float]] = [[] for _ in works]
        for _ in range(rounds):
            for work, times in zip(works, spent, strict=True):
                started = time.perf_counter()
                work()
                times.append(time.perf_counter() - started)
    ours, bare = (
        statistics.median(a / b for a, b in zip(single, double, strict=True))
        for single, double in (spent[:2], spent[2:])
    )
    return ours, bare


_SYSTEM_CALLS = """
import os, sys
for _ in sys.stdin:
    for _ in range(100_000):
        os.getppid()
    print(flush=True)
"""


def processors_ratio(rounds: int) -> float:
    """How much faster two processes make system calls than one.

    They share nothing and hardly use memory, so this is the gain of a second CPU; on a virtual
    machine it can be far from 2.
    """
    command, pipe = [PYTHON, "-I", "-c", _SYSTEM_CALLS], subprocess.PIPE
    with (
        subprocess.Popen(command, stdin=pipe, stdout=pipe, bufsize=0) as first,
        subprocess.Popen(command, stdin=pipe, stdout=pipe, bufsize=0) as second,
    ):

        def spent_s(*processes: subprocess.Popen[bytes]) -> float:
            started = time.perf_counter()
            for process in processes:
                assert process.stdin is not None
                process.stdin.write(b"\n")
            for process in processes:
                assert process.stdout is not None
                process.stdout.read(1)
            return time.perf_counter() - started

        spent_s(first, second)
        return statistics.median(2 * spent_s(first) / spent_s(first, second) for _ in range(rounds))


def fresh_cost_s(rounds: int) -> float:
    """The seconds that each further call with `fresh_calls` adds to a run."""
    few, many = CALLS[:1] * 4, CALLS[:1] * 44
    costs = []
    with Sandbox() as box:
        for _ in range(rounds):
            spent = []
            for calls in (few, many):
                started = time.perf_counter()
                assert box.call(PROGRAM, ENTRY, calls, fresh_calls=True).status == "ok"
                spent.append(time.perf_counter() - started)
            costs.append((spent[1] - spent[0]) / 40)
    return statistics.median(costs)


def rewritten_floors(rounds: int) -> float:
    """`kernel` + `restricted` relative to the floor, for a program that the policy rewrites."""
    with (
        floor("restricted", REWRITTEN) as bare,
        ours("kernel", "restricted", REWRITTEN) as locked,
    ):
        spent: dict[Contestant, list[float]] = {bare: [], locked: []}
        for _ in range(rounds):
            for verdict, times in spent.items():
                for _ in range(8):
                    started = time.perf_counter()
                    assert verdict()
                    times.append(time.perf_counter() - started)
        return statistics.median(spent[locked]) / statistics.median(spent[bare])


def zygote_rss_bytes() -> dict[str, int]:
    """Resident memory of a zygote, by policy."""
    sizes = {}
    for policy in ("python", "restricted"):
        with Sandbox(policy=policy) as box:
            box.run("pass")
            children = psutil.Process().children(recursive=True)
            sizes[policy] = max(child.memory_info().rss for child in children)
    return sizes


def measure(rounds: int, *, pin_threads: bool = False) -> Results:
    """Run all measurements."""
    times, absent = compete(rounds, pin_threads=pin_threads)
    floors = {
        policy: statistics.median(times[f"floor: bare fork, {policy} zygote"])
        for policy in ("python", "restricted")
    }
    rows, figures = [], {}
    for name, spent in sorted(times.items(), key=lambda item: statistics.median(item[1])):
        median, ordered = statistics.median(spent), sorted(spent)
        p99 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
        cost = median / floors["restricted" if "restricted" in name else "python"]
        rows.append([name, *numbers([median * 1e3, p99 * 1e3]), f"{1 / median:.0f}", f"{cost:.2f}"])
        if name.startswith("hallmark"):
            figures[f"{name}, floors"] = Figure(cost)
    workers_rounds = max(9, rounds // 2)
    two_workers, two_floors = workers_ratios(workers_rounds, pin_threads=pin_threads)
    figures |= {
        "throughput of two workers / one": Figure(two_workers, "higher"),
        "one more fresh call, floors": Figure(
            fresh_cost_s(max(5, rounds // 2)) / floors["restricted"]
        ),
        "kernel + restricted, a program with imports and a class, floors": Figure(
            rewritten_floors(max(5, rounds // 2))
        ),
        "a limit of 1 s is reported after, s": Figure(limit_reported_s()),
    }
    for policy, size in zygote_rss_bytes().items():
        figures[f"resident memory of a zygote, {policy}, MB"] = Figure(size / 1e6)
    others = [
        [name, f"{figure.value:.3g}"]
        for name, figure in figures.items()
        if not name.startswith("hallmark")
    ]
    return Results(
        tables=[
            Table(["runner", "p50 ms", "p99 ms", "runs/s", "floors"], rows),
            Table(["", "value"], others),
        ],
        figures=figures,
        notes=[
            (
                f"Two bare forks do {two_floors:.2f} times the work of one; two processes that "
                f"only make system calls {processors_ratio(workers_rounds):.2f} times."
            ),
            *(f"Not measured: {name} ({reason})." for name, reason in absent.items()),
        ],
    )


def main() -> None:
    """Measure, print, and write JSON on request."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--pin-threads", action="store_true", help="see `Sandbox`")
    options = parser.parse_args()
    publish(measure(options.rounds, pin_threads=options.pin_threads), options.json)


if __name__ == "__main__":
    main()
