"""Play held-out tasks with a model as it was written, in a process that has seen nothing else.

python -m hallmark_rl.train.exporting.reload_check runs/wordle runs/wordle/model 1 128
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import hallmark_rl

ROOT = Path(hallmark_rl.__path__[0]).resolve().parent


def fresh_process(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a module of this project where the run itself was started, so that its paths hold."""
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def replay(out: Path, model: Path, level: int, count: int) -> list[dict[str, Any]]:
    """What the model in `model` says to the first `count` held-out tasks of the run in `out`."""
    done = fresh_process(
        "hallmark_rl.train.exporting.reload_check", str(out), str(model), str(level), str(count)
    )
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise RuntimeError(f"{model} cannot be played in a fresh process: {last}")
    return list(json.loads(done.stdout.strip().splitlines()[-1]))


def _main(out: str, model: str, level: str, count: str) -> None:
    from hallmark_rl.train.config import load_config
    from hallmark_rl.train.grpo import prepare

    config = load_config(Path(out) / "config.yaml")
    prepare(config)
    import torch

    from hallmark_rl.train.metrics.evaluation import episode_record
    from hallmark_rl.train.training.context import Session

    if config.threads:
        torch.set_num_threads(config.threads)
    session = Session(config.model_copy(update={"unproved": True, "out": out}))
    try:
        session.load_policy(Path(model))
        episodes = session.evaluate(int(level), int(count))
    finally:
        session.close()
    print(json.dumps([episode_record(episode) for episode in episodes]))


if __name__ == "__main__":
    _main(*sys.argv[1:])
