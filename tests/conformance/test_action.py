"""The GitHub Action: the shell of its steps parses, and the names in them exist."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from hallmark_rl.cli import main

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".github" / "actions" / "hallmark"
ACTION: dict[str, Any] = yaml.safe_load((FOLDER / "action.yml").read_text())
SHELL = [step for step in ACTION["runs"]["steps"] if "run" in step]


@pytest.mark.parametrize("step", SHELL, ids=lambda step: step["run"].splitlines()[0])
def test_a_step_is_shell_that_parses(step: dict[str, Any]) -> None:
    done = subprocess.run(["bash", "-n"], input=step["run"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "${{" not in step["run"], "an input inside of the script can inject shell"


def test_steps_name_existing_inputs_only() -> None:
    text = (FOLDER / "action.yml").read_text()
    named = set(re.findall(r"inputs\.([\w-]+)", text))
    assert named == set(ACTION["inputs"])
    for step in SHELL:
        used = set(re.findall(r"\$\{?([A-Z]+)\b", step["run"])) - {"GITHUB"}
        assert used <= {*step["env"], "PACKAGE"}


def test_the_commands_and_options_of_the_steps_exist(capsys: pytest.CaptureFixture[str]) -> None:
    scripts = "\n".join(step["run"] for step in SHELL).replace("\\\n", "")
    lines = re.findall(r"\bhallmark ([a-z]+) (.*)", scripts)
    assert {name for name, _ in lines} == {"check", "gate"}
    for name, arguments in lines:
        assert main([name, "--help"]) == 0
        text = capsys.readouterr().out
        for option in re.findall(r"(?<= )--[a-z-]+", arguments):
            assert f" {option} " in text


def test_the_action_installs_its_own_repository_by_default() -> None:
    assert 'cd "$ACTION/../../.."' in SHELL[0]["run"]
    assert (FOLDER / "../../.." / "pyproject.toml").resolve() == ROOT / "pyproject.toml"
