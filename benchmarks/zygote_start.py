"""What it costs to start a zygote from a warm interpreter: `python benchmarks/zygote_start.py`.

It starts zygotes of two `ZygotePrewarmer`s in turn: one tries each isolation step in a child first,
the other does without trials once all steps have worked (docs/decisions). CPU time is that of all
processes of a control group (`cpuacct`, cgroup v1) that it makes for itself; without the right to
make one, only the wall time is reported.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import statistics
import sys
import time
from pathlib import Path

# The repository stands before this folder, whose sandbox.py would hide the package.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hallmark_rl.sandbox import Sandbox, ZygotePrewarmer

_GROUP = Path("/sys/fs/cgroup/cpuacct") / f"zygote-start-{os.getpid()}"


def measure(*, always_try: bool, starts: int) -> tuple[float, float | None]:
    """Milliseconds of wall and of CPU time for a start; the first one, which tries, is left out."""
    with ZygotePrewarmer(always_try=always_try):
        with Sandbox() as box:
            box.isolation  # noqa: B018
        wall, cpu = time.perf_counter(), _cpu_ms()
        for _ in range(starts):
            with Sandbox() as box:
                box.isolation  # noqa: B018
        spent = None if cpu is None else (_cpu_ms() or 0.0) - cpu
        milliseconds = (time.perf_counter() - wall) * 1000
    return milliseconds / starts, None if spent is None else spent / starts


def _cpu_ms() -> float | None:
    try:
        return int((_GROUP / "cpuacct.usage").read_text()) / 1e6
    except (OSError, ValueError):
        return None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--starts", type=int, default=40)
    args = parser.parse_args()
    try:
        _GROUP.mkdir()
        (_GROUP / "tasks").write_text(str(os.getpid()))
    except OSError:
        print("no control group: CPU times are not measured")
    try:
        compare(args.rounds, args.starts)
    finally:
        _leave_group()


def _leave_group() -> None:
    with contextlib.suppress(OSError):
        (_GROUP.parent / "tasks").write_text(str(os.getpid()))
        _GROUP.rmdir()


def compare(rounds: int, starts: int) -> None:
    """Measure both ways in turn, and print the medians."""
    found: dict[bool, list[tuple[float, float | None]]] = {True: [], False: []}
    for _ in range(rounds):
        for always_try in (True, False):
            found[always_try].append(measure(always_try=always_try, starts=starts))
    for always_try, figures in found.items():
        wall = statistics.median(figure[0] for figure in figures)
        cpu = [figure[1] for figure in figures if figure[1] is not None]
        text = f"{statistics.median(cpu):5.1f} ms of CPU time" if cpu else "CPU time unknown"
        print(f"{'with' if always_try else 'without'} trials: {wall:6.1f} ms, {text}")
    ratios = [
        plain[0] / skipping[0] for plain, skipping in zip(found[True], found[False], strict=True)
    ]
    print(f"ratio of wall times: {statistics.median(ratios):.2f}")


if __name__ == "__main__":
    main()
