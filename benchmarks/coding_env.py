"""Verified episodes per second, and where their time goes.

    python benchmarks/coding_env.py [--episodes 200] [--rounds 3]

An episode is a reset and one submission of a right program, judged on the hidden tests. Every
episode has different hidden tests, so no result comes from a cache. "Beyond it" is the share of an
episode's wall time outside `Sandbox.call`; the hidden tests are drawn inside, while the run starts.
With two workers, two threads play, and the shares are those of one thread. Results are medians over
the rounds.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

# The repository stands before this folder, whose sandbox.py would hide the package.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from results import Figure, Results, Table, publish

from hallmark_rl.envs.coding.catalog import catalog
from hallmark_rl.envs.coding.models import CodingAction
from hallmark_rl.envs.coding.server.coding_environment import CodingEnvironment
from hallmark_rl.sandbox import Sandbox

LEVELS = (1, 2, 3, 4, 5)


class Timed:
    """A sandbox that sums the time spent in `call`."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self.seconds = 0.0

    def call(self, *args: Any, **kwargs: Any) -> Any:
        started = time.perf_counter()
        try:
            return self.sandbox.call(*args, **kwargs)
        finally:
            self.seconds += time.perf_counter() - started


def play(env: CodingEnvironment, level: int, seeds: range) -> None:
    """Play episodes that are solved by the first submission."""
    for seed in seeds:
        env.reset(seed=seed, level=level)
        seen = env.step(CodingAction(code=env.reveal().task.reference))
        assert seen.reward == 1.0, seen.feedback


def rate(sandbox: Sandbox, level: int, workers: int, seeds: range) -> tuple[float, float]:
    """Episodes per second, and the share of a thread's time outside the sandbox."""
    boxes = [Timed(sandbox) for _ in range(workers)]
    each = len(seeds) // workers

    def play_share(number: int) -> float:
        share = seeds[number * each : (number + 1) * each]
        started = time.perf_counter()
        play(CodingEnvironment(boxes[number]), level, share)
        return time.perf_counter() - started

    started = time.perf_counter()
    with ThreadPoolExecutor(workers) as pool:
        played = sum(pool.map(play_share, range(workers)))
    wall = time.perf_counter() - started
    return each * workers / wall, 1 - sum(box.seconds for box in boxes) / played


def measure(episodes: int, rounds: int) -> Results:
    """Play every level with one and two workers."""
    for level in LEVELS[1:]:
        for index in range(catalog().num_tasks("train", level)):
            task = catalog().task("train", index, level).payload
            _ = (
                task.visible_cases,
                task.cases_failed_by_bug,
            )  # draw the pools of tests before measuring
    rows, figures = [], {}
    for workers in (1, 2):
        with Sandbox(workers=workers, require="process") as sandbox:
            for level in LEVELS:
                play(CodingEnvironment(sandbox), level, range(-10, 0))
                starts = range(0, rounds * episodes, episodes)
                rates = [rate(sandbox, level, workers, range(at, at + episodes)) for at in starts]
                speed, beyond = (statistics.median(values) for values in zip(*rates, strict=True))
                rows.append(
                    [str(level), str(workers), f"{speed:.0f}", f"{1 - beyond:.1%}", f"{beyond:.1%}"]
                )
                figures[f"level {level}, {workers} workers, episodes/s"] = Figure(speed, "higher")
    columns = ["level", "workers", "episodes/s", "in the sandbox", "beyond it"]
    return Results([Table(columns, rows)], figures)


def main() -> None:
    """Measure, print, and write JSON on request."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--episodes", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path, metavar="FILE")
    options = parser.parse_args()
    publish(measure(options.episodes, options.rounds), options.json)


if __name__ == "__main__":
    main()
