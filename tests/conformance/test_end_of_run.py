"""How a run ends: by signals, by its time budget, with a report and without processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from hallmark_rl.cli import main

ROOT = Path(__file__).parents[2]
VARIABLES = {**os.environ, "PYTHONPATH": str(ROOT)}

ENVIRONMENT = """
import os, subprocess, time
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State

class Say(Action):
    word: str = ""

class SleepyEnvironment(Environment[Say, Observation, State]):
    SUPPORTS_CONCURRENT_SESSIONS = True
    def __init__(self):
        super().__init__()
        self.helper = subprocess.Popen(["sleep", "4321"], start_new_session=True)
    def reset(self, seed=None, episode_id=None, **kwargs) -> Observation:
        self.steps = 0
        return Observation()
    def step(self, action: Say, timeout_s=None, **kwargs) -> Observation:
        self.steps += 1
        time.sleep({seconds})
        return Observation(reward=0.0, done=self.steps >= 3)
    @property
    def state(self) -> State:
        return State(step_count=self.steps)
"""


def sleepy(folder: Path, seconds: str = "0.3") -> Path:
    """An environment whose steps take long and that starts processes of its own."""
    env = folder / "sleepy"
    env.mkdir()
    (env / "sleepy_environment.py").write_text(ENVIRONMENT.replace("{seconds}", seconds))
    return env


def start(env: Path, reports: Path, *options: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "hallmark_rl", "prove", str(env), "-v"]
    command += ["--report-dir", str(reports), "--replays", str(reports / "replays"), *options]
    with (reports.parent / "output.txt").open("wb") as output:
        return subprocess.Popen(
            command,
            cwd=reports.parent,
            env={**VARIABLES, "HALLMARK_TEST_RUN": str(reports)},
            stdout=output,
            stderr=output,
            start_new_session=True,
        )


def of_this_run(reports: Path) -> list[psutil.Process]:
    """The processes that were started by a run, however far they have gone from it."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get("HALLMARK_TEST_RUN") == str(reports):
                found.append(process)
        except psutil.Error:
            continue
    return found


def report(reports: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((reports / "report.json").read_text())
    return content


def wait_for_rows(run: subprocess.Popen[bytes], reports: Path) -> None:
    """Wait until the report of a run that has not ended holds a result."""
    deadline = time.monotonic() + 240
    while not ((reports / "report.json").is_file() and report(reports)["rows"]):
        assert run.poll() is None, (reports.parent / "output.txt").read_text()
        assert time.monotonic() < deadline
        time.sleep(0.2)


@pytest.mark.parametrize(
    ("number", "status", "send"),
    [
        (signal.SIGTERM, 143, os.killpg),
        (signal.SIGKILL, -9, os.kill),
        pytest.param(signal.SIGTERM, 143, os.kill, marks=pytest.mark.slow),
        pytest.param(signal.SIGINT, 130, os.killpg, marks=pytest.mark.slow),
        pytest.param(signal.SIGINT, 130, os.kill, marks=pytest.mark.slow),
    ],
)
def test_a_signal_ends_every_process_and_keeps_what_was_found(
    number: int, status: int, send: Callable[[int, int], None], tmp_path: Path
) -> None:
    """To the command alone, as from a CI runner, or to its group, as from `timeout` or a terminal.

    A signal to the group does not reach the processes of the subject, whose end would be a finding.
    """
    env, reports = sleepy(tmp_path, "0.1"), tmp_path / "reports"
    run = start(env, reports, "--profile", "quick")
    wait_for_rows(run, reports)
    assert report(reports)["partial"]
    assert len(of_this_run(reports)) > 3
    send(run.pid, number)
    began = time.monotonic()
    assert run.wait(30) == status
    assert time.monotonic() - began < 15
    deadline = time.monotonic() + (20 if number == signal.SIGKILL else 3)
    while (left := of_this_run(reports)) and time.monotonic() < deadline:
        time.sleep(0.2)
    if number == signal.SIGKILL:  # nobody is left to kill what the environment started
        left = [process for process in left if process.name() != "sleep"]
        for process in of_this_run(reports):
            process.kill()
    assert not left
    content = report(reports)
    assert content["partial"]
    assert content["rows"]
    assert [row["id"] for row in content["rows"] if "process ended" in row["message"]] == []
    assert content["unchecked"] > 0
    name = "SIGINT" if number == signal.SIGINT else "SIGTERM"  # SIGTERM follows a parent's end
    if number != signal.SIGINT:
        assert content["stopped"] == f"the run was ended by {name}"
    assert (reports / "report.html").is_file()


@pytest.mark.parametrize(
    ("steps", "budget"), [("0.3", 20), pytest.param("10_000", 40, marks=pytest.mark.slow)]
)
def test_a_time_budget_bounds_the_run(steps: str, budget: int, tmp_path: Path) -> None:
    """What is not reached is unproved with the reason; a step that hangs is named."""
    env, reports = sleepy(tmp_path, steps), tmp_path / "reports"
    run = start(env, reports, "--time-budget", str(budget))
    began = time.monotonic()
    status = run.wait(150)
    seconds = time.monotonic() - began
    content = report(reports)
    rows = {row["id"]: row for row in content["rows"]}
    assert not content["unchecked"]
    assert not content["proved"]
    assert seconds < budget + 25, (
        seconds
    )  # the start of pytest and the end of processes come on top
    if steps == "0.3":
        reasons = [row["message"] for row in rows.values() if "time budget" in row["message"]]
        assert reasons
        assert all(row["verdict"] != "pass" for row in rows.values() if row["message"] in reasons)
    else:
        assert status == 1
        hanging = [row for row in rows.values() if row["verdict"] == "broken"]
        assert any("step(" in row["message"] for row in hanging), hanging


@pytest.mark.parametrize("value", ["0", "-3", "nan", "soon"])
def test_a_wrong_time_budget_is_refused(
    value: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["prove", str(sleepy(tmp_path)), f"--time-budget={value}"]) == 2
    output, errors = capfd.readouterr()
    assert "time-budget" in output + errors
    assert "Traceback" not in output + errors
