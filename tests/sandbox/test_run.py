"""`python -m sandbox.run`: exit statuses, both forms of report, and a fast start-up."""

from __future__ import annotations

import functools
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from hallmark_rl.sandbox import run
from hallmark_rl.sandbox.host import cpu_affinity, launch, probe
from tests.sandbox.resource_snapshot import all_ended, descendants


@pytest.fixture
def program(tmp_path: Path) -> Any:
    def write(text: str, name: str = "program.py") -> str:
        path = tmp_path / name
        path.write_text(text)
        return str(path)

    return write


def _json(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, Any]]:
    code = run.main([*arguments, "--json", "--require", "filtered"])
    return code, json.loads(capsys.readouterr().out)


def test_calls_come_back_typed(program: Any, capsys: pytest.CaptureFixture[str]) -> None:
    calls = program('[1, 2]\n\n{"args": [1], "kwargs": {"b": 2.5}}\n["a", 1]\n', "calls.jsonl")
    source = program("def add(a, b):\n    return a + b\n")
    code, report = _json(capsys, source, "--entry", "add", "--calls", calls)
    assert code == 0
    assert report["status"] == "ok"
    assert report["results"][:2] == [{"ok": 3}, {"ok": 3.5}]
    assert report["results"][2]["error"]["type"] == "TypeError"
    assert report["results"][2]["error"]["line"] == 2
    assert set(report) >= {
        "status", "results", "stdout", "stderr", "error", "wall_s", "cpu_s", "max_rss_bytes",
        "isolation", "policy",
    }  # fmt: skip
    assert set(report["isolation"]) == {"level", "mechanisms"}


def test_values_that_json_lacks_are_tagged(
    program: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    calls = program('[{"$tuple": [1, {"$set": [2]}]}]\n', "calls.jsonl")
    source = program("def same(x):\n    return x, float('nan'), 10**30, {1: b'a'}\n")
    _, report = _json(capsys, source, "--entry", "same", "--calls", calls)
    assert report["results"][0]["ok"] == {
        "$tuple": [
            {"$tuple": [1, {"$set": [2]}]}, {"$float": "nan"}, {"$int": hex(10**30)},
            {"$dict": [[1, {"$bytes": "61"}]]},
        ]
    }  # fmt: skip


@pytest.mark.parametrize(
    ("source", "status", "code"),
    [
        ("print('hi')", "ok", 0),
        ("1 / 0", "error", 1),
        ("def f(:", "error", 1),
        ("import os", "forbidden", 3),
        ("while True: pass", "timeout", 4),
        ("x = [0] * 10**9", "memory", 4),
        ("while True: print('x' * 1000)", "output", 4),
    ],
)
def test_each_status_has_its_exit_code(
    source: str, status: str, code: int, program: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    exit_status, report = _json(capsys, program(source), "--wall", "0.5", "--output", "4k")
    assert (report["status"], exit_status) == (status, code) or (
        source == "def f(:" and (report["status"], exit_status) == ("forbidden", 3)
    )


def test_forbidden_names_have_line_and_column(
    program: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    _, report = _json(capsys, program("x = 1\nimport subprocess, os\n"))
    assert [(v["line"], v["column"]) for v in report["violations"]] == [(2, 8), (2, 20)]
    assert report["stdout"] == ""


def test_the_text_report_shows_the_line(program: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main([program("x = 1\ny = x / 0\n"), "--require", "filtered"]) == 1
    out = capsys.readouterr().out
    assert "ZeroDivisionError: division by zero" in out
    assert "2 | y = x / 0" in out


def test_output_cannot_control_the_terminal(
    program: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    run.main([program("print('\\x1b]0;owned\\x07')"), "--require", "filtered"])
    assert "\x1b" not in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["no-such-file.py"],
        ["{p}", "--entry", "f"],
        ["{p}", "--wall", "0"],
        ["{p}", "--memory", "lots"],
        ["{p}", "--entry", "f", "--calls", "{p}"],
        ["{p}", "--entry", "no name", "--calls", "/dev/null"],
    ],
)
def test_usage_errors_say_what_to_do(
    arguments: list[str], program: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    path = program("not json")
    assert run.main([a.format(p=path) for a in arguments]) == 2
    assert capsys.readouterr().err.startswith("python -m sandbox.run: ")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("[NaN]", 'line 2: NaN is not JSON: write {"$float": "nan"}'),
        ("[-Infinity]", '{"$float": "-inf"}'),
        ("[" * 200_000, "line 2: "),
        ('[{"$set": [[]]}]', "line 2: "),
        ("1", "line 2: A call is a list of arguments"),
    ],
)
def test_a_line_of_calls_that_cannot_be_used_is_named(
    line: str, message: str, program: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    calls = program(f"[1]\n{line}\n", "calls.jsonl")
    source = program("def f(x): return x\n")
    assert run.main([source, "--entry", "f", "--calls", calls]) == 2
    assert message in capsys.readouterr().err


def test_calls_can_hold_any_text_and_long_integers(
    program: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    calls = program(f'["zwölf", {10**30}]\n', "calls.jsonl")
    source = program("def f(text, number): return text, number == 10**30\n")
    _, report = _json(capsys, source, "--entry", "f", "--calls", calls)
    assert report["results"][0]["ok"] == {"$tuple": ["zwölf", True]}


def test_stdin_is_what_the_program_reads(program: Any, capsys: pytest.CaptureFixture[str]) -> None:
    lines = program("3\nzwölf\n", "in.txt")
    source = program("a = int(input())\nprint(a * 2, input())")
    _, report = _json(capsys, source, "--stdin", lines)
    assert report["stdout"] == "6 zwölf\n"


def test_the_probe_reports_the_level(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["--probe", "--json", "--require", "process"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["isolation"]["level"] in ("kernel", "filtered")
    if report["isolation"]["level"] == "kernel":
        assert all(report["stopped"].values()), report
    assert report["pin_threads"]["possible"] is not bool(report["pin_threads"]["reason"])


def test_the_probe_says_why_threads_cannot_be_pinned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpu_affinity.os, "readlink", lambda _: "1")
    assert probe.find_pin_problem() == "/proc shows the processes of another namespace"


def _loaded(imports: str, of: set[str]) -> set[str]:
    code = f"import sys, {imports}; print(*({of} & set(sys.modules)))"
    root = Path(__file__).parents[2]
    env = {key: value for key, value in os.environ.items() if not key.startswith("COVERAGE")}
    done = subprocess.check_output([sys.executable, "-c", code], cwd=root, env=env, text=True)
    return {*done.split()}


def test_start_up_imports_little() -> None:
    heavy = {"asyncio", "openenv", "rich", "typer", "pydantic", "hypothesis", "numpy", "psutil"}
    assert not _loaded("hallmark_rl.sandbox.run_command", heavy | {"concurrent.futures", "pathlib"})
    # The zygote is started before anything else is imported.
    assert not _loaded(
        "hallmark_rl.sandbox.run",
        {
            "hallmark_rl.sandbox.host.sandbox",
            "hallmark_rl.sandbox.api.jobs",
            "hallmark_rl.sandbox.api.run_limits",
            "dataclasses",
            "typing",
        },
    )


def test_the_zygote_that_is_started_first_runs_the_program(
    program: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, starts = launch.start_zygote, []

    def start(*arguments: Any, **named: Any) -> launch.ZygoteProcess:
        starts.append(real(*arguments, **named))
        return starts[-1]

    monkeypatch.setattr(launch, "start_zygote", start)
    assert run.main([program("print(1)"), "--require", "filtered"]) == 0
    assert run.main([program("import os"), "--policy", "python", "--require", "filtered"]) == 0
    assert run.main(["no-such-file.py"]) == 2
    assert len(starts) == 3
    assert all_ended([started.process.pid for started in starts])


def test_a_zygote_that_cannot_be_started_is_reported(
    program: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(launch, "find_spec", lambda name: None)
    assert run.main([program("print(1)")]) == 5
    assert "install it" in capsys.readouterr().out


def _started(*arguments: str, stdout: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "hallmark_rl.sandbox.run", "--require", "process", *arguments]
    heed = functools.partial(signal.signal, signal.SIGINT, signal.default_int_handler)
    root = Path(__file__).parents[2]
    return subprocess.Popen(
        command, cwd=root, stdout=stdout, stderr=subprocess.PIPE, preexec_fn=heed
    )


def test_it_exits_quietly_on_interrupt(program: Any) -> None:
    with _started(program("while True: pass"), "--wall", "60", stdout=subprocess.PIPE) as shell:
        deadline = time.monotonic() + 30
        while len(started := descendants(shell.pid)) < 2 and time.monotonic() < deadline:
            time.sleep(0.02)
        shell.send_signal(signal.SIGINT)
        output = shell.communicate(timeout=30)
    assert (shell.returncode, *output) == (130, b"", b"")
    assert len(started) >= 2
    assert all_ended(list(started))


def test_it_exits_quietly_when_stdout_is_closed(program: Any) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with _started(program("print(1)"), stdout=writer) as shell:
        os.close(writer)
        _, errors = shell.communicate(timeout=30)
    assert (shell.returncode, errors) == (141, b"")
