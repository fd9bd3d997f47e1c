"""Play held-out tasks with an exported model, in a process that shares nothing with training.

    python -m hallmark_rl.train.exporting.reload_check RUN_FOLDER MODEL_FOLDER LEVEL COUNT

prints the episodes as one line of JSON.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from hallmark_rl.train.config import load_config
from hallmark_rl.train.runtime import last_line, prepare_process, run_in_fresh_process


def play_reloaded(out: Path, model: Path, level: int, count: int) -> list[dict[str, Any]]:
    """Play the first `count` held-out tasks of a run with an exported model.

    Args:
        out: the run's folder.
        model: folder of the exported model.
        level: level of the tasks.
        count: number of tasks.

    Returns:
        The episodes, as `episode_to_dict` describes them.

    Raises:
        RuntimeError: the process failed.
    """
    done = run_in_fresh_process(
        "hallmark_rl.train.exporting.reload_check", str(out), str(model), str(level), str(count)
    )
    if done.returncode != 0:
        raise RuntimeError(f"{model} fails in a fresh process: {last_line(done.stderr)}")
    return list(json.loads(last_line(done.stdout)))


def _main(out: str, model: str, level: str, count: str) -> None:
    config = load_config(Path(out) / "config.yaml")
    prepare_process(threads=config.threads, gpu=config.gpu)

    import torch

    from hallmark_rl.train.metrics.evaluation import episode_to_dict
    from hallmark_rl.train.training.run_context import RunContext

    if config.threads:
        torch.set_num_threads(config.threads)
    context = RunContext(config.model_copy(update={"unproved": True, "out": out}))
    try:
        context.load_policy(Path(model))
        episodes = context.evaluate(int(level), int(count))
    finally:
        context.close()
    print(json.dumps([episode_to_dict(episode) for episode in episodes]))


if __name__ == "__main__":
    _main(*sys.argv[1:])
