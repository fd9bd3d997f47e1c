"""The GitHub Action, the pre-commit hook and the GitLab snippet, run as they are written."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from hallmark_rl.cli import main
from hallmark_rl.conformance.catalogue import catalogue
from hallmark_rl.conformance.check_command import stamped_folders
from hallmark_rl.sdk.hallmark import Hallmark, content_hash
from hallmark_rl.sdk.new import create
from tests.conformance.test_sarif import require_valid

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "action.yml").read_text()
ACTION: dict[str, Any] = yaml.safe_load(TEXT)
STEPS = ACTION["runs"]["steps"]
SHELL = [step for step in STEPS if "run" in step]


@pytest.mark.parametrize("step", SHELL, ids=lambda step: step["name"])
def test_a_step_is_shell_that_parses(step: dict[str, Any]) -> None:
    done = subprocess.run(["bash", "-n"], input=step["run"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "${{" not in step["run"], "an input inside of the script can inject shell"


def test_steps_name_existing_inputs_only() -> None:
    named = set(re.findall(r"inputs\.([\w-]+)", TEXT))
    assert named == set(ACTION["inputs"])
    for step in SHELL:
        used = set(re.findall(r"\$\{?([A-Z]+)\b", step["run"])) - {"GITHUB"}
        assert used <= {*step["env"], "PACKAGE"}


def test_the_options_of_the_steps_exist(capsys: pytest.CaptureFixture[str]) -> None:
    scripts = "\n".join(step["run"] for step in SHELL).replace("\\\n", "")
    options = re.findall(r"(?<=[ +])--[a-z-]+", scripts)
    assert set(options) == {"--profile", "--report-dir", "--waivers"}
    for name in ("gate", "prove"):
        assert main([name, "--help"]) == 0
        text = capsys.readouterr().out
        assert all(f" {option} " in text for option in options)


class Runner:
    """Runs the steps of a composite action in a repository, as GitHub's runner does.

    Steps that use another action are not run, but recorded with their inputs.
    """

    def __init__(self, repository: Path, tools: Path) -> None:
        self.repository, self.tools = repository, tools
        self.used: list[tuple[str, dict[str, str]]] = []
        self.summary, self.output = tools / "summary", tools / "output"
        self.log = ""

    def run(self, **inputs: str) -> bool:
        """Run the action; whether every step that ran succeeded."""
        values = {name: str(spec.get("default", "")) for name, spec in ACTION["inputs"].items()}
        values |= {name.replace("_", "-"): value for name, value in inputs.items()}
        self.summary.write_text("")
        self.output.write_text("")
        ok = True
        for step in STEPS:
            condition = step.get("if", "success()")
            if not self.evaluate(condition, values, ok):
                continue
            if "uses" in step:
                given = {key: self.fill(str(v), values) for key, v in step["with"].items()}
                self.used.append((step["uses"], given))
            else:
                ok = self.shell(step, values) and ok
        return ok

    def shell(self, step: dict[str, Any], values: dict[str, str]) -> bool:
        """Run one script with `bash --noprofile --norc -eo pipefail`."""
        variables = {key: self.fill(str(value), values) for key, value in step["env"].items()}
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=self.repository,
            env={
                **{k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "GITHUB"))},
                **variables,
                "PATH": f"{self.tools}:{os.environ['PATH']}",
                "GITHUB_STEP_SUMMARY": str(self.summary),
                "GITHUB_OUTPUT": str(self.output),
            },
            capture_output=True,
            text=True,
        )
        self.log += done.stdout + done.stderr
        return done.returncode == 0

    def fill(self, text: str, values: dict[str, str]) -> str:
        """Put the expressions `${{ ... }}` of a text in."""
        return re.sub(
            r"\$\{\{\s*(.*?)\s*\}\}", lambda m: str(self.evaluate(m[1], values, True)), text
        )

    def evaluate(self, expression: str, values: dict[str, str], ok: bool) -> Any:
        """The value of an expression: the few operators and functions that the action uses."""
        code = re.sub(r"inputs\.([\w-]+)", lambda m: f"inputs[{m[1]!r}]", expression)
        code = code.replace("github.action_path", "action_path")
        code = code.replace("&&", " and ").replace("||", " or ")
        names = {
            "inputs": values,
            "action_path": str(ROOT),
            "always": lambda: True,
            "success": lambda: ok,
            "format": lambda text, *parts: text.format(*parts),
            "hashFiles": lambda name: "x" if (self.repository / name).is_file() else "",
        }
        return eval(code, {"__builtins__": {}}, names)


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    """A repository with a scaffold, its own `--env` option and a pytest plugin."""
    repository, tools = tmp_path / "repository", tmp_path / "tools"
    create("my_env", repository)
    (repository / "conftest.py").write_text(
        "def pytest_addoption(parser):\n    parser.addoption('--env', default='staging')\n"
    )
    (repository / "pytest.ini").write_text("[pytest]\naddopts = --env=production -p no_such\n")
    tools.mkdir()
    scripts = {
        # pip's arguments are recorded; nothing is installed
        "python": f'if [ "$2" = pip ]; then echo "$@" >> {tools}/pip; exit; fi\n'
        f'exec {shlex.quote(sys.executable)} "$@"',
        "hallmark": f"export PYTHONPATH={ROOT}/.editable\n"
        f'exec {shlex.quote(sys.executable)} -m hallmark_rl "$@"',
    }
    for name, script in scripts.items():
        (tools / name).write_text(f"#!/bin/sh\n{script}\n")
        (tools / name).chmod(0o755)
    return Runner(repository, tools)


def stamp(folder: Path) -> None:
    Hallmark(
        name=folder.name,
        content_hash=content_hash(folder),
        made="2026-01-01",
        profile="default",
        seed=0,
        seconds=1.0,
        versions={},
        results={entry.id: "pass" for entry in catalogue().values()},
    ).save(folder)


def test_a_repository_is_proved_by_the_action(runner: Runner) -> None:
    assert runner.run(env="my_env", profile="quick"), runner.log
    assert runner.output.read_text() == "proved=true\n"
    assert "my_env" in runner.summary.read_text()
    assert f"install {ROOT}[openenv,conformance]" in (runner.tools / "pip").read_text()
    (upload, artifact), (scan, sarif) = runner.used
    assert (upload, artifact["path"]) == ("actions/upload-artifact@v4", "hallmark-report")
    assert (scan, sarif["sarif_file"]) == (
        "github/codeql-action/upload-sarif@v3",
        "hallmark-report/report.sarif",
    )
    report = runner.repository / "hallmark-report"
    names = {path.name for path in report.iterdir()}
    assert names >= {"report.json", "report.html", "report.md", "report.sarif", "badge.svg"}
    document = require_valid((report / "report.sarif").read_text(encoding="utf-8"))
    places = re.findall(r'"uri": "([^"]+)"', json.dumps(document["runs"][0]["results"]))
    assert set(places) <= {"my_env/openenv.yaml"}


def test_a_stamp_is_verified_by_the_action(runner: Runner) -> None:
    assert not runner.run(env="my_env", check_only="true")
    assert runner.output.read_text() == "proved=false\n"
    stamp(runner.repository / "my_env")
    assert runner.run(env="my_env", check_only="true"), runner.log
    assert runner.output.read_text() == "proved=true\n"
    assert f"install {ROOT}\n" in (runner.tools / "pip").read_text()
    assert runner.used == []


def test_the_pre_commit_hook_verifies_stamps(runner: Runner) -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert hook["id"] == "hallmark-check"

    def committed(*args: str) -> int:
        """The hook as pre-commit calls it: entry, then `args`, in the repository."""
        env = {**os.environ, "PATH": f"{runner.tools}:{os.environ['PATH']}"}
        command = [*hook["entry"].split(), *args]
        done = subprocess.run(command, cwd=runner.repository, env=env, capture_output=True)
        return done.returncode

    create("other_env", runner.repository)
    named = ("my_env", "other_env")
    assert (committed(*named), committed()) == (1, 2)
    stamp(runner.repository / "my_env")
    assert (committed(*named), committed()) == (1, 0)
    stamp(runner.repository / "other_env")
    assert (committed(*named), committed()) == (0, 0)
    (runner.repository / "my_env" / "words.py").write_text("WORDS = {}\n")
    assert (committed(*named), committed()) == (1, 1)


def test_stamped_folders_are_found_and_hidden_ones_are_not(tmp_path: Path) -> None:
    for name in ("b", "envs/a", ".venv/x", "node_modules/y", ".git/z", "envs/a/tests/w"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "hallmark.json").write_text("{}")
    (tmp_path / "none").mkdir()
    assert stamped_folders(tmp_path) == [tmp_path / "b", tmp_path / "envs" / "a"]


def test_the_gitlab_snippet_names_commands_and_files_that_exist(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = (ROOT / "docs" / "deploy.md").read_text()
    found = re.search(r"```yaml\n(prove:.*?)```", text, re.DOTALL)
    assert found
    job = yaml.safe_load(found[1])["prove"]
    (line,) = [line for line in job["script"] if line.startswith("hallmark")]
    _, name, _, *options = line.split()
    assert main([name, "--help"]) == 0
    helped = capsys.readouterr().out
    assert all(option in helped for option in options if option.startswith("-"))
    assert job["artifacts"]["paths"] == [options[options.index("--report-dir") + 1]]
