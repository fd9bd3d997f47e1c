"""The command `hallmark`: help texts, exit codes, quiet ends, and what it imports."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hallmark_rl import cli
from hallmark_rl.commands import COMMANDS
from hallmark_rl.conformance.catalogue import catalogue
from tests.cli.conftest import ROOT, Call

OPTIONS = {
    "new": ["--into"],
    "wrap": [],
    "prove": [
        "--env-arg", "--proof", "--profile", "--black-box", "--seed", "--report-dir",
        "--replays", "--waivers", "--openenv-report", "-k", "-m", "-x", "-n", "-q", "-v",
    ],
    "gate": ["--check", "--proof", "--profile", "--seed", "--report-dir", "--waivers"],
    "check": ["--folder", "--header"],
    "explain": [],
    "list": [],
    "replay": ["--env"],
    "play": ["--private", "--host", "--port"],
    "run": [
        "--entry", "--calls", "--stdin", "--policy", "--wall", "--cpu", "--memory", "--output",
        "--require", "--fresh-calls", "--json", "--probe",
    ],
    "probe": ["--require", "--json"],
    "serve": ["--port", "--workers", "--require", "--token-file", "--log-level", "--drain"],
    "train": ["--env", "--out", "--preset", "--steps", "--resume", "--unproved"],
    "view": ["--port"],
    "stage": [
        "--out", "--try", "--unproved", "--idle-seconds", "--max-sessions", "--no-play",
        "--not-secret",
    ],
    "push": ["--repo-id", "--dry-run", "--wait", "--unproved", "--idle-seconds", "--not-secret"],
    "audit": [
        "--env", "--tasks", "--proof", "--reward", "--verified", "--column", "--seed",
        "--report-dir", "--restart",
    ],
    "audit new": ["--level", "--class"],
    "audit run": ["--workers", "--verbose", "--table"],
    "audit jsonl": ["--workers", "--verbose"],
}  # fmt: skip


def test_the_list_of_commands(hallmark: Call) -> None:
    done = hallmark("--help")
    assert done.returncode == 0
    for name, command in COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(command.summary)}$", done.stdout, re.MULTILINE)
    assert {name.partition(" ")[0] for name in OPTIONS} == set(COMMANDS)
    assert "Exit codes:" in done.stdout
    assert hallmark().returncode == 2
    assert hallmark("--version").stdout.startswith("hallmark-rl ")


Here = Callable[..., tuple[object, str, str]]


@pytest.fixture
def hallmark_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Here:
    """Call the command in this process, in an empty folder: status, output and errors."""
    monkeypatch.setattr(sys, "argv", [str(ROOT / "hallmark_rl" / "__main__.py")])
    monkeypatch.chdir(tmp_path)

    def call(*words: str) -> tuple[object, str, str]:
        try:
            status: object = cli.main(list(words))
        except SystemExit as end:  # argparse
            status = end.code
        return status, *capfd.readouterr()

    return call


@pytest.mark.parametrize("name", OPTIONS)
def test_a_help_lists_options_exit_codes_and_one_example(name: str, hallmark_here: Here) -> None:
    status, text, errors = hallmark_here(*name.split(), "--help")
    assert (status, errors) == (0, "")
    assert f"python -m hallmark_rl {name}" in text.partition("\n")[0]
    listed = set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", text))
    assert listed >= {*OPTIONS[name], "--help"}
    for code in (0, 2, 130, 141):
        assert re.search(rf"^ +{code} +\S", text, re.MULTILINE)
    assert len(re.findall(r"^ *example: ", text, re.MULTILINE | re.IGNORECASE)) == 1
    assert hallmark_here(*name.split(), "-h") == (status, text, errors)


def test_a_list_through_a_pipe_has_one_line_for_each_property(hallmark: Call) -> None:
    lines = hallmark("list", "reset").stdout.splitlines()
    assert len(lines) == sum(entry.chapter == "reset" for entry in catalogue().values())
    assert max(map(len, lines)) > 100
    for line in lines:
        name, level, rule = line.split(maxsplit=2)
        assert (level, rule) == (catalogue()[name].level, catalogue()[name].rule)


@pytest.mark.parametrize(
    ("script", "program"),
    [
        ("/opt/bin/hallmark", "hallmark"),
        ("/opt/bin/Hallmark", "hallmark"),
        ("/opt/hallmark/__main__.py", "python -m hallmark_rl"),
    ],
)
def test_a_help_names_the_command_as_it_was_started(
    script: str, program: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [script])
    assert cli.main(["--help"]) == 0
    assert capsys.readouterr().out.startswith(f"Usage: {program} COMMAND")


@pytest.mark.parametrize("quiet", [[], ["-q"]])
def test_a_selection_without_properties_is_said(quiet: list[str], hallmark: Call) -> None:
    pytest.importorskip("openenv")
    wordle = str(ROOT / "envs" / "wordle")
    done = hallmark("prove", wordle, "--profile", "quick", "-k", "no_such_property", *quiet)
    assert done.returncode == 2
    assert re.fullmatch(r"no property was selected; see: .* list\n", done.stderr)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["prov"], "there is no command 'prov'. Did you mean prove?"),
        (["gate"], "Missing argument 'ENV'"),
        (["gate", "no/such/folder"], "no/such/folder"),
        (["check", "."], ""),
        (["explain", "no such property"], "see: "),
        (["list", "no chapter"], "write one of contract, reset"),
        (["prove", ".", "--no-such-option"], "--no-such-option"),
        (["prove", ".", "surplus"], "surplus"),
        (["new", "Not-A-Name"], "cannot be a package"),
        (["run", "no-such-file.py"], "no-such-file.py cannot be read"),
        (["run", "--no-such-option"], "--no-such-option"),
        (["replay", "no-such-file.json"], "no-such-file.json"),
    ],
)
def test_wrong_usage_is_explained_without_a_traceback(
    words: list[str], message: str, hallmark_here: Here
) -> None:
    status, output, errors = hallmark_here(*words)
    assert status == (1 if words[0] == "check" else 2), errors
    assert message in errors + output
    assert "Traceback" not in errors


def imported(python: Call, *words: str) -> set[str]:
    """The modules that `hallmark WORDS` has imported when it ends."""
    code = (
        "import atexit, sys\n"
        "atexit.register(lambda: print(*sys.modules, sep='\\n'))\n"
        "from hallmark_rl.cli import main\n"
        f"sys.exit(main({list(words)!r}))"
    )
    return set(python("-c", code).stdout.splitlines())


def test_run_imports_hardly_more_than_the_sandbox(python: Call, tmp_path: Path) -> None:
    (tmp_path / "p.py").write_text("print(1)\n")
    by_command = imported(python, "run", "p.py")
    code = (
        "import atexit, sys, runpy\n"
        "atexit.register(lambda: print(*sys.modules, sep='\\n'))\n"
        "sys.argv = ['run', 'p.py']\n"
        "runpy.run_module('hallmark_rl.sandbox.run', run_name='__main__')"
    )
    by_module = set(python("-c", code).stdout.splitlines())
    assert "hallmark_rl.sandbox.host.sandbox" in by_command & by_module
    surplus = {name for name in by_command - by_module if ": " not in name}  # but output
    assert surplus <= {"hallmark_rl.cli", "hallmark_rl.sandbox.run"}


def test_commands_import_nothing_heavy_that_they_do_not_use(python: Call, tmp_path: Path) -> None:
    heavy = {"openenv", "torch", "pytest", "hypothesis", "numpy"}
    assert not imported(python, "--help") & (heavy | {"typer", "pydantic"})
    for words in (["check", "."], ["push", "."], ["list"], ["explain", "reset"], ["prove", "-h"]):
        assert not imported(python, *words) & heavy, words
    assert not imported(python, "train", "--help") & heavy


def test_the_suite_imports_the_checks_only_where_it_makes_them(python: Call) -> None:
    """The checks of an environment are made in its processes; pytest's process only waits."""
    pytest.importorskip("jsonschema", reason="the suite needs the `conformance` extra")
    code = (
        "import sys\n"
        "from hallmark_rl.conformance.pytest_plugin import plugin\n"
        "from hallmark_rl.conformance.engine import session\n"
        "print(*sys.modules, sep='\\n')"
    )
    loaded = set(python("-c", code).stdout.splitlines())
    assert "hallmark_rl.conformance.engine.session" in loaded
    assert not loaded & {"hypothesis", "jsonschema", "numpy", "openenv"}


@pytest.mark.parametrize(
    "words", [["list"], ["explain", "reset"], ["--help"], ["prove", "--help"], ["run", "p.py"]]
)
def test_a_closed_pipe_is_status_141(words: list[str], tmp_path: Path) -> None:
    (tmp_path / "p.py").write_text("print(1)\n")
    reader, writer = os.pipe()
    os.close(reader)
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    env.pop("PYTHONUNBUFFERED", None)  # argparse ignores an error while it prints
    done = subprocess.run(
        [sys.executable, "-m", "hallmark_rl", *words],
        cwd=tmp_path,
        env=env,
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


SLOW = "import time\ntime.sleep(60)\n"


@pytest.mark.parametrize("name", ["run", "prove", "gate", "wrap"])
def test_ctrl_c_is_status_130_without_a_traceback(name: str, tmp_path: Path) -> None:
    """The signal arrives while the program, or the import of the environment, sleeps."""
    pytest.importorskip("openenv")
    mark = tmp_path / "mark"
    folder = tmp_path / "slow_env"
    (folder / "server").mkdir(parents=True)
    (folder / "openenv.yaml").write_text("spec_version: 1\nname: slow_env\n")
    code = f"import openenv\nopen({str(mark)!r}, 'w').close()\n{SLOW}"
    (folder / "server" / "app.py").write_text(code)
    (tmp_path / "p.py").write_text("while True: pass\n")
    target = "p.py" if name == "run" else str(folder)
    more = ["--require", "process", "--wall", "60"] if name == "run" else []
    process = subprocess.Popen(
        [sys.executable, "-m", "hallmark_rl", name, target, *more],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    started = time.monotonic()
    while time.monotonic() < started + (2 if name == "run" else 60) and not mark.exists():
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 130, output
    assert "Traceback" not in output


@pytest.mark.parametrize("name", ["sandbox.run", "hallmark_rl.sandbox.run", "hallmark_rl.sdk.new"])
def test_a_module_calls_itself_what_it_was_started_as(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", name, "--help"],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert f"python -m {name} " in done.stdout.splitlines()[0]
