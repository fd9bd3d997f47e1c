"""The GitHub Action: its steps are shell that parses, and name what exists."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from hallmark_rl.conformance import gate

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".github" / "actions" / "hallmark"
ACTION: dict[str, Any] = yaml.safe_load((FOLDER / "action.yml").read_text())
SHELL = [step for step in ACTION["runs"]["steps"] if "run" in step]


@pytest.mark.parametrize("step", SHELL, ids=lambda step: step["run"].splitlines()[0])
def test_a_step_is_shell_that_parses(step: dict[str, Any]) -> None:
    done = subprocess.run(["bash", "-n"], input=step["run"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "${{" not in step["run"], "an input inside of the script can inject shell"


def test_a_step_names_only_inputs_that_there_are() -> None:
    text = (FOLDER / "action.yml").read_text()
    named = set(re.findall(r"inputs\.([\w-]+)", text))
    assert named == set(ACTION["inputs"])
    for step in SHELL:
        used = set(re.findall(r"\$\{?([A-Z]+)\b", step["run"])) - {"GITHUB"}
        assert used <= {*step["env"], "PACKAGE"}


def test_the_modules_and_options_of_the_steps_exist() -> None:
    scripts = "\n".join(step["run"] for step in SHELL)
    for module in re.findall(r"python -m (conformance[.\w]*)", scripts):
        assert (ROOT / f"{module.replace('.', '/')}.py").is_file()
    with pytest.raises(SystemExit) as left:
        gate.main(["--help"])
    assert left.value.code == 0
    known = Path(gate.__file__).read_text()
    for option in re.findall(r"(?<= )--[a-z-]+", scripts):
        assert f'"{option}"' in known


def test_what_is_installed_by_default_is_the_repository_of_the_action() -> None:
    assert 'cd "$ACTION/../../.."' in SHELL[0]["run"]
    assert (FOLDER / "../../.." / "pyproject.toml").resolve() == ROOT / "pyproject.toml"
