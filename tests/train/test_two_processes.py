"""`accelerate launch` with two processes over gloo learns what one process learns.

Tasks and random numbers are those of one process. Gradients are summed in another order, so curves
are compared within a tolerance.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import psutil
import pytest
import yaml

from hallmark_rl.train.config import RunRefused
from hallmark_rl.train.pipeline import run
from hallmark_rl.train.training.process_group import ProcessGroup
from tests.train import run_processes, toys
from tests.train.conftest import Start
from tests.train.run_processes import curve, has_learned, log_of, start_process, wait_for_step

TOLERANCE = 0.02
"""Of success, in held-out episodes and in the mean over the last ten steps."""
RISE = 0.3
"""By how much success must rise at least, so that there is a curve to compare."""
STEPS = 30
SETTINGS: dict[str, Any] = {
    "unproved": True,
    "trackio": False,
    "threads": 1,
    "model": {"hidden": 32, "layers": 1, "heads": 2},
    "warmup": {"steps": 150, "batch": 16, "demonstrations": 400, "noisy_quality": 0.3},
    "grpo": {
        "max_steps": STEPS,
        "prompts": 8,
        "num_generations": 8,
        "learning_rate": 3e-3,
        "save_steps": STEPS,
    },
    "evaluation": {"episodes": 200, "every": 10, "episodes_between": 40},
    "environment": {"processes": 1},
    "stop": {"after": 1000},
}


def rows(out: Path, kind: str) -> list[dict[str, Any]]:
    lines = (out / "metrics.jsonl").read_text(encoding="utf-8").splitlines()
    return [row for row in map(json.loads, lines) if row["kind"] == kind]


def launch(out: Path, *arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "accelerate.commands.launch", "--multi_gpu"]
    command += ["--num_processes", "2", "--main_process_port", "0", "train/grpo.py"]
    return start_process([*command, "--out", str(out), *arguments], out)


@pytest.mark.slow
def test_two_processes_learn_what_one_learns(start: Start, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    config = tmp_path / "settings.yaml"
    config.write_text(yaml.safe_dump(SETTINGS), encoding="utf-8")
    begin = ["--env", "tests.train.toys:Typed", "--config", str(config), "--preset", "cpu"]
    assert launch(two, *begin).wait(600) == 0, log_of(two)
    sections = {name: value for name, value in SETTINGS.items() if name != "unproved"}
    summary = run(start(toys.Typed, out=str(one), **sections))
    other = json.loads((two / "summary.json").read_text("utf-8"))
    (alone,), (together,) = summary["results"], other["results"]
    assert together["before"] == alone["before"], "the start is the same policy"
    assert alone["after"]["success"] > alone["before"]["success"] + RISE
    assert abs(together["after"]["success"] - alone["after"]["success"]) < TOLERANCE
    last = [sum(row["success"] for row in rows(out, "train")[-10:]) / 10 for out in (one, two)]
    assert abs(last[0] - last[1]) < TOLERANCE
    steps = rows(two, "train")
    assert [row["step"] for row in steps] == list(range(1, STEPS + 1)), "one process logs"
    assert steps[0]["levels"] == rows(one, "train")[0]["levels"], "of all episodes"


@pytest.mark.slow
def test_two_processes_resumed_after_signals_give_the_same_curve(tmp_path: Path) -> None:
    """SIGINT and SIGTERM to the launcher, which save, and a training process that is killed."""
    config = tmp_path / "settings.yaml"
    config.write_text(run_processes.SETTINGS)
    begin = ["--env", "tests.train.toys:Typed", "--unproved", "--config", str(config)]
    begin += ["--preset", "cpu"]
    whole, broken = tmp_path / "whole", tmp_path / "in pieces"
    assert launch(whole, *begin).wait(600) == 0, log_of(whole)

    process = launch(broken, *begin)
    for step, number in ((5, signal.SIGINT), (15, signal.SIGTERM), (25, signal.SIGKILL)):
        wait_for_step(process, broken, step)
        if number == signal.SIGKILL:
            psutil.Process(process.pid).children()[-1].kill()
        else:
            process.send_signal(number)
        assert process.wait(300) != 0, log_of(broken)
        saved = [path.name for path in (broken / "checkpoints").iterdir()]
        if number != signal.SIGKILL:
            assert f"checkpoint-{len(rows(broken, 'train'))}" in saved, log_of(broken)
        process = launch(broken, "--resume")
    assert process.wait(600) == 0, log_of(broken)
    assert has_learned(whole)
    assert curve(broken) == curve(whole)
    weights = [(out / "model" / "model.safetensors").read_bytes() for out in (whole, broken)]
    assert weights[0] == weights[1]


def test_each_process_has_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    """The parts of a step, one after another, are what TRL gathers: rank by rank in each part."""
    tasks = list(range(16))
    shares = []
    for rank in ("0", "1"):
        monkeypatch.setenv("RANK", rank)
        monkeypatch.setenv("WORLD_SIZE", "2")
        shares.append(ProcessGroup(gpu=False).own_share(tasks, parts=2))
    assert shares == [[0, 1, 2, 3, 8, 9, 10, 11], [4, 5, 6, 7, 12, 13, 14, 15]]


def test_a_step_that_cannot_be_shared_out_is_refused(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hallmark_rl.train.training.trainer import _episodes_per_device

    config = start(toys.Echo, grpo={"prompts": 3, "num_generations": 3})
    assert _episodes_per_device(config, 1) == 9
    with pytest.raises(RunRefused, match="cannot be shared out equally to 2 processes"):
        _episodes_per_device(config, 2)
    monkeypatch.setenv("WORLD_SIZE", "2")
    server = start(toys.Echo, grpo={"vllm_mode": "server"})
    monkeypatch.setattr("hallmark_rl.train.training.run_context.is_vllm_available", lambda: True)
    with pytest.raises(RunRefused, match="for one training process"):
        run(server)


def test_a_model_that_is_distributed_over_processes_is_refused(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value, what in (
        ("ACCELERATE_USE_FSDP", "true", "FSDP"),
        ("ACCELERATE_DEEPSPEED_ZERO_STAGE", "3", "DeepSpeed ZeRO-3"),
    ):
        with monkeypatch.context() as patch:
            patch.setenv(name, value)
            with pytest.raises(RunRefused, match=f"{what} is on.*training-at-scale"):
                run(start(toys.Echo))
