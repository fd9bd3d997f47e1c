"""Verified episodes per second, and where their time goes.

    python benchmarks/coding_env.py [--episodes 300]

An episode is reset, one submission of a right program, and its judgement on the hidden tests. CPU
time of this process is what everything beyond the sandbox costs; the sandbox's own time is spent in
other processes and in waiting for them.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

# This folder has a sandbox.py of its own: look for packages in the root instead.
sys.path[0] = str(Path(__file__).resolve().parents[1])

from envs.coding.catalog import catalog  # noqa: E402
from envs.coding.models import CodingAction  # noqa: E402
from envs.coding.server.coding_environment import CodingEnvironment  # noqa: E402
from sandbox import Sandbox  # noqa: E402

LEVELS = (1, 2, 3, 4, 5)


class Timed:
    """A sandbox that adds up the time inside `call`."""

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
    """Episodes that are solved at once."""
    for seed in seeds:
        env.reset(seed=seed, level=level)
        seen = env.step(CodingAction(code=env.reveal().task.reference))
        assert seen.reward == 1.0, seen.feedback


def timed(work: Callable[[], None]) -> tuple[float, float]:
    """Wall and CPU seconds of this process."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - wall, time.process_time() - cpu


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--episodes", type=int, default=300)
    count = parser.parse_args().episodes
    print("level  episodes/s  in the sandbox  beyond it  (one worker)")
    with Sandbox(workers=1, require="process") as sandbox:
        for level in LEVELS:
            box = Timed(sandbox)
            env = CodingEnvironment(box)
            for index in range(catalog().num_tasks("train", level) if level > 1 else 0):
                _ = catalog().task("train", index, level).payload.sharp  # draw the pools once
            play(env, level, range(-10, 0))
            box.seconds = 0.0
            wall, _cpu = timed(lambda env=env, level=level: play(env, level, range(count)))  # type: ignore[misc]
            share = box.seconds / wall
            print(f"{level:5}  {count / wall:10.0f}  {share:14.1%}  {1 - share:9.1%}")
    for workers in (1, 2):
        with Sandbox(workers=workers, require="process") as sandbox:
            envs = [CodingEnvironment(sandbox) for _ in range(workers)]
            each = count // workers

            def one(number: int, envs: list[CodingEnvironment] = envs, each: int = each) -> None:
                play(envs[number], 2, range(number * each, (number + 1) * each))

            with ThreadPoolExecutor(workers) as pool:
                wall, cpu = timed(lambda n=workers: [None for _ in pool.map(one, range(n))])  # type: ignore[misc]
            done = each * workers
            print(
                f"level 2, {workers} workers: {done / wall:.0f} episodes/s, "
                f"{cpu / done * 1e3:.2f} ms CPU of this process each"
            )


if __name__ == "__main__":
    main()
