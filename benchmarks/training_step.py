"""Where the time of a training step goes: the environment, generation, the update.

    python benchmarks/training_step.py [--steps 20]

`python train/grpo.py` trains the tiny model of the preset `cpu` on each shipped environment, with
one thread of torch. "Environment" is the time that the model waited for environments; they work in
processes of their own while the model generates. The first steps, which load everything, are left
out.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from results import Figure, Results, Table, numbers, publish

_ROOT = Path(__file__).resolve().parents[1]
_WARM_UP = 3
_PARTS = ("environment", "generate", "update")
_CONFIG = """
warmup: {steps: 200}
evaluation: {episodes: 20, episodes_between: 10, every: 1000}
"""


def train(env: Path, steps: int) -> list[dict[str, Any]]:
    """The metrics of each step after the first ones.

    Raises:
        RuntimeError: the run failed, or has too few steps.
    """
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "config.yaml"
        config.write_text(_CONFIG)
        command = [sys.executable, str(_ROOT / "train" / "grpo.py"), "--env", str(env)]
        command += ["--preset", "cpu", "--steps", str(steps), "--threads", "1"]
        command += ["--config", str(config), "--out", f"{folder}/run"]
        done = subprocess.run(command, cwd=_ROOT, capture_output=True, text=True)
        metrics = Path(folder) / "run" / "metrics.jsonl"
        if done.returncode or not metrics.is_file():
            raise RuntimeError(f"{env}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
        lines = [json.loads(line) for line in metrics.read_text().splitlines()]
    steps_done = [line for line in lines if "seconds" in line][_WARM_UP:]
    if not steps_done:
        raise RuntimeError(f"{env}: no step was measured; give more --steps")
    return steps_done


def measure(steps: int) -> Results:
    """Train on both environments."""
    rows, figures = [], {}
    for name in ("wordle", "coding"):
        done = train(_ROOT / "envs" / name, steps)
        seconds = {part: sum(step["seconds"][part] for step in done) for part in _PARTS}
        total = sum(seconds.values())
        step_s = statistics.median(sum(step["seconds"].values()) for step in done)
        worked = sum(step["environments_worked_s"] for step in done)
        tokens = statistics.median(step["tokens_per_s"] for step in done)
        shares = [f"{seconds[part] / total:.1%}" for part in _PARTS]
        rows.append([name, *numbers([step_s]), *shares, f"{worked / total:.1%}", f"{tokens:.0f}"])
        figures[f"{name}, seconds a step"] = Figure(step_s)
        figures[f"{name}, share of waiting for environments"] = Figure(
            seconds["environment"] / total
        )
        print(f"  {name}: done", file=sys.stderr, flush=True)
    columns = ["environment", "seconds a step", "waiting for environments", "generate", "update"]
    return Results([Table([*columns, "environments worked", "tokens/s"], rows)], figures)


def main() -> None:
    """Measure, print, and write JSON on request."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--steps", type=int, default=20, help="GRPO steps")
    parser.add_argument("--json", type=Path, metavar="FILE")
    options = parser.parse_args()
    publish(measure(options.steps), options.json)


if __name__ == "__main__":
    main()
