"""`python train/grpo.py` as a process: wrong options, missing files, signals."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch
from typer.testing import CliRunner

from tests.train.run_processes import (
    ROOT,
    SETTINGS,
    curve,
    has_learned,
    log_of,
    start_process,
    wait_for_step,
)

GRPO = str(ROOT / "train" / "grpo.py")


def grpo(*arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, GRPO, *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


def in_process(*arguments: str) -> Any:
    """The same in this process, which has imported torch; other exceptions are not caught."""
    from hallmark_rl.train import grpo as command

    return CliRunner().invoke(command.app, arguments, catch_exceptions=False)


@pytest.fixture
def finished_run(tmp_path: Path) -> Path:
    """A folder with the configuration of a run."""
    out = tmp_path / "a run"
    out.mkdir()
    (out / "config.yaml").write_text("env: envs/wordle\nout: x\n")
    return out


def test_mistakes_in_options(finished_run: Path, tmp_path: Path) -> None:
    cases: list[tuple[list[str], str]] = [
        (["--resume", "--out", str(tmp_path / "none")], "no run to resume"),
        (
            ["--resume", "--out", str(finished_run), "--seed", "3", "--steps", "9"],
            "leave out --steps, --seed,",
        ),
        (["--out", str(finished_run)], "--overwrite"),
        (["--levels", "one"], "not a list of numbers"),
        (["--levels", "1,2,1"], "name each once"),
        (["--preset", "gpu"], "give --model"),
        (["--preset", "tpu"], "choose one of cpu, demo, gpu, smoke"),
        (["--merge", "8bit"], "merge"),
        (["--config", str(tmp_path / "none.yaml")], "No such file"),
    ]
    for arguments, message in cases:
        done = in_process(*arguments)
        assert done.exit_code == 2, arguments
        assert message in done.stderr
    script = grpo(*cases[0][0])
    assert script.returncode == 2
    assert cases[0][1] in script.stderr
    assert "Traceback" not in script.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--env", "no/such"], "neither a folder"),
        (["--env", "http://127.0.0.1:9", "--unproved"], "no text.py"),
        (["--env", "tests.train.toys:Typed", "--unproved", "--levels", "7"], "level 7"),
        (["--env", "tests.train.toys:Typed", "--unproved", "--model", "no/such"], "no/such"),
    ],
)
def test_a_run_that_cannot_start_prints_an_error(
    tmp_path: Path, arguments: list[str], message: str
) -> None:
    done = in_process(*arguments, "--preset", "smoke", "--out", str(tmp_path / "run"))
    assert done.exit_code == 2, done.output
    assert message in done.stderr
    assert not (tmp_path / "run" / "report.html").exists()


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_the_gpu_preset_without_a_gpu_names_the_cpu_preset(tmp_path: Path) -> None:
    out = tmp_path / "run"
    done = in_process("--preset", "gpu", "--model", "any/model", "--out", str(out), "--unproved")
    assert done.exit_code == 2
    assert "needs a CUDA device and torch sees none: use --preset cpu" in done.stderr
    assert not out.exists(), "a second try would be refused: the folder holds a run"


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    out = tmp_path / "file" / "run"
    done = in_process(
        "--env", "tests.train.toys:Typed", "--unproved", "--preset", "smoke", "--out", str(out)
    )
    assert done.exit_code == 2
    assert f"cannot write to {out}" in done.stderr


def test_an_export_that_is_not_usable_makes_the_command_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hallmark_rl.train import grpo as command

    for passed, status in ((True, 0), (False, 1)):
        summary = {
            "exports": [{"path": "x/model", "passed": True}, {"path": "y", "passed": passed}]
        }
        monkeypatch.setattr("hallmark_rl.train.pipeline.run", lambda *_, s=summary, **__: s)
        done = CliRunner().invoke(command.app, ["--out", str(tmp_path / "run")])
        assert done.exit_code == status, done.output
        assert ("not usable: y;" in done.output) == (not passed)


def start_run(out: Path, *arguments: str) -> subprocess.Popen[bytes]:
    return start_process([sys.executable, GRPO, "--out", str(out), *arguments], out)


def signal_after(process: subprocess.Popen[bytes], out: Path, step: int, number: int) -> int:
    """Send a signal after a step, SIGINT to the whole process group; returns the exit status."""
    wait_for_step(process, out, step)
    if number == signal.SIGINT:
        os.killpg(process.pid, number)
    else:
        process.send_signal(number)
    return process.wait(300)


@pytest.mark.slow
def test_a_run_resumed_after_signals_gives_the_same_curve(
    tmp_path: Path,
) -> None:
    """Compare a run without interruption with one that gets each of the signals in turn."""
    config = tmp_path / "settings.yaml"
    config.write_text(SETTINGS)
    begin = [
        "--env", "tests.train.toys:Typed", "--unproved", "--preset", "cpu",
        "--config", str(config),
    ]  # fmt: skip
    whole, broken = tmp_path / "whole", tmp_path / "in pieces"
    assert start_run(whole, *begin).wait(600) == 0, log_of(whole)

    first = start_run(broken, *begin)
    assert signal_after(first, broken, 5, signal.SIGINT) == 130
    second = start_run(broken, "--resume")
    assert signal_after(second, broken, 15, signal.SIGTERM) == 130
    third = start_run(broken, "--resume")
    assert signal_after(third, broken, 25, signal.SIGKILL) == -9
    assert start_run(broken, "--resume").wait(600) == 0, log_of(broken)

    assert has_learned(whole)
    assert curve(broken) == curve(whole)
    weights = [(out / "model" / "model.safetensors").read_bytes() for out in (whole, broken)]
    assert weights[0] == weights[1]
    texts = [(out / "after-1.jsonl").read_bytes() for out in (whole, broken)]
    assert texts[0] == texts[1]
    summary = json.loads((whole / "summary.json").read_text())
    assert "20 of 20 episodes word for word" in summary["exports"][0]["replayed"]
