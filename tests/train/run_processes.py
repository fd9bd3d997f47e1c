"""Training runs in processes of their own, and what their curves are."""

from __future__ import annotations

import json
import os
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = """
threads: 1
trackio: false
model: {hidden: 32, layers: 1, heads: 2}
warmup: {steps: 100, batch: 16, demonstrations: 400, noisy_quality: 0.3}
grpo: {max_steps: 40, prompts: 4, num_generations: 4, learning_rate: 3.0e-3, save_steps: 4}
evaluation: {episodes: 20, every: 20, episodes_between: 10}
environment: {processes: 1}
stop: {after: 1000}
"""
"""Of a run on a toy environment that is interrupted; its model learns in each step."""


def curve(out: Path) -> list[tuple[Any, ...]]:
    """The metrics of a run that do not depend on the clock."""
    try:
        lines = (out / "metrics.jsonl").read_text().splitlines()
    except OSError:
        return []
    names = ("kind", "step", "success", "loss", "grad_norm", "entropy", "levels", "mean_return")
    return [tuple(repr(row.get(name)) for name in names) for row in map(json.loads, lines)]


def has_learned(out: Path) -> bool:
    """Whether most steps of a run had a gradient."""
    norms = [float(row[4]) for row in curve(out) if row[0] == "'train'"]
    return sum(norm > 0 for norm in norms) > len(norms) / 2


def start_process(command: list[str], out: Path) -> subprocess.Popen[bytes]:
    """Start a run in a process group of its own; it writes to `log.txt` beside `out`."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "CUDA_VISIBLE_DEVICES": ""}
    with (out.parent / "log.txt").open("ab") as log:
        return subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=log, stderr=log, start_new_session=True
        )


def wait_for_step(process: subprocess.Popen[bytes], out: Path, step: int) -> None:
    """Wait until the run in `out` has finished a step; fails if its process ends before."""
    for _ in range(15000):
        if process.poll() is not None:
            pytest.fail(f"ended before step {step}: {log_of(out)}")
        if sum(row[0] == "'train'" for row in curve(out)) >= step:
            return
        time.sleep(0.02)
    pytest.fail(f"step {step} is not reached: {log_of(out)}")


def log_of(out: Path) -> str:
    """The end of what the run in `out` has printed."""
    return (out.parent / "log.txt").read_text()[-4000:]
