"""How long a proof takes: by environment and profile, and as episodes and levels grow.

    python benchmarks/conformance_time.py [--rounds 1] [--quick]

Each proof is the command `hallmark prove`, in a process of its own, from start to exit. The growth
is measured on a small environment that is written for this purpose: the agent walks the shown way,
`steps` steps, at one of `levels` levels. A profile is a fixed plan of plays within a time budget,
so the time grows with the length of a play until the budget cuts it.
"""

from __future__ import annotations

import argparse
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# The repository stands before this folder, whose sandbox.py would hide the package.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from results import Figure, Plot, Results, Table, publish

_ROOT = Path(__file__).resolve().parents[1]
_STEPS = (4, 16, 64, 256)
_LEVELS = (1, 2, 4, 8)

_ENVIRONMENT = '''"""Walk the shown way."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from hallmark_rl.sdk import (
    Column, Reward, Setup, TaskSet, VerifiedAction, VerifiedEnvironment, VerifiedObservation,
    VerifiedState, hold_out,
)

STEPS, LEVELS = {steps}, {levels}


class Step(VerifiedAction):
    """One step."""

    way: Literal["left", "right"] = "left"


class View(VerifiedObservation):
    """The way to go next."""

    shown: str = ""


@dataclass
class Walk:
    """The way to go, and how much of it was gone."""

    ways: list[str]
    gone: int = 0
    right: int = 0


def tasks() -> TaskSet[int]:
    """200 numbered ways at each level, 40 of them held out."""
    split = [hold_out(list(range(200)), 40, seed=level) for level in range(LEVELS)]
    return TaskSet(
        {{
            "train": {{level + 1: pair[0] for level, pair in enumerate(split)}},
            "test": {{level + 1: pair[1] for level, pair in enumerate(split)}},
        }}
    )


class WalkEnvironment(VerifiedEnvironment[Step, View, VerifiedState, Walk]):
    """Every step must be the shown one."""

    max_steps = STEPS
    tasks = tasks()
    reward = Reward(Column("arrived", lambda t: float(t.facts["arrived"]), kind="outcome"))

    def begin(self, rng: Random, setup: Setup) -> tuple[Walk, View]:
        """Draw the way from the number of the task."""
        assert setup.task is not None
        draw = Random(f"{{setup.task.level}} {{setup.task.payload}}")
        walk = Walk([draw.choice(("left", "right")) for _ in range(STEPS)])
        return walk, View(shown=walk.ways[0])

    def advance(self, walk: Walk, action: Step) -> View:
        """Go one step."""
        walk.right += action.way == walk.ways[walk.gone]
        walk.gone += 1
        done = walk.gone == STEPS
        return View(shown="" if done else walk.ways[walk.gone], done=done)

    def facts(self, walk: Walk) -> Mapping[str, Any]:
        """Whether every step was right, at the end."""
        return {{"arrived": walk.gone == walk.right == STEPS}}
'''
_PROOF = '''"""The author's evidence for the walk."""

from typing import Any

from env import LEVELS, STEPS, Step, View

declared = {{"max_steps": STEPS, "levels": tuple(range(1, LEVELS + 1)), "success_reward": 1.0}}


def oracle(env: Any, observation: View) -> Step:
    """Go the shown way."""
    return Step(way=observation.shown or "left")
'''
_MANIFEST = """name: walk
version: 0.1.0
app: env:WalkEnvironment
validation:
  reward:
    range: [0.0, 1.0]
"""


def write_walk(folder: Path, steps: int, levels: int) -> Path:
    """Write the environment with so many steps an episode and levels."""
    folder.mkdir(parents=True)
    (folder / "env.py").write_text(_ENVIRONMENT.format(steps=steps, levels=levels))
    (folder / "proof.py").write_text(_PROOF.format())
    (folder / "openenv.yaml").write_text(_MANIFEST)
    return folder


def prove(env: Path, profile: str, rounds: int) -> tuple[float, str]:
    """The median seconds of a proof, and its summary.

    Raises:
        RuntimeError: the suite did not run, or the environment has findings.
    """
    spent = []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as report:
            command = [sys.executable, "-m", "hallmark_rl", "prove", str(env)]
            command += ["--profile", profile, "--report-dir", report]
            started = time.perf_counter()
            done = subprocess.run(command, cwd=_ROOT, capture_output=True, text=True)
            spent.append(time.perf_counter() - started)
        if done.returncode:
            raise RuntimeError(f"{env}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    found = re.search(r"satisfies all (\d+) properties", done.stdout)
    print(f"  {env.name}, {profile}: {spent[-1]:.1f} s", file=sys.stderr, flush=True)
    return statistics.median(spent), found[1] if found else "?"


def measure(rounds: int, *, quick: bool) -> Results:
    """Prove the shipped environments, and the walk as it grows."""
    figures, rows = {}, []
    for name in ("wordle", "coding"):
        for profile in ("quick",) if quick else ("quick", "default"):
            seconds, held = prove(_ROOT / "envs" / name, profile, rounds)
            rows.append([name, profile, f"{seconds:.1f}", held])
            figures[f"{name}, profile {profile}, s"] = Figure(seconds)
    lines: dict[str, list[tuple[float, float]]] = {"steps of an episode": [], "levels": []}
    growth = []
    with tempfile.TemporaryDirectory() as folder:
        sizes_of = ([(n, 1) for n in _STEPS], [(16, n) for n in _LEVELS])
        for line, sizes in zip(lines, sizes_of, strict=True):
            for steps, levels in sizes:
                env = write_walk(Path(folder) / f"walk_{line[0]}_{steps}_{levels}", steps, levels)
                seconds, held = prove(env, "quick", rounds)
                growth.append([str(steps), str(levels), f"{seconds:.1f}", held])
                lines[line].append((float(steps if line[0] == "s" else levels), seconds))
                figures[f"walk of {steps} steps and {levels} levels, quick, s"] = Figure(seconds)
    return Results(
        [
            Table(["environment", "profile", "seconds", "properties that hold"], rows),
            Table(["steps", "levels", "seconds, profile quick", "properties that hold"], growth),
        ],
        figures,
        plots=[Plot("Time of a proof, profile quick", "steps or levels", "seconds", lines, True)],
    )


def main() -> None:
    """Measure, print, and write JSON on request."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=1, help="proofs of each kind")
    parser.add_argument("--quick", action="store_true", help="without profile default")
    parser.add_argument("--json", type=Path, metavar="FILE")
    options = parser.parse_args()
    publish(measure(options.rounds, quick=options.quick), options.json)


if __name__ == "__main__":
    main()
