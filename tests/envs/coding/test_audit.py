"""`envs/coding/audit.py`: the command that creates and audits task files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from hallmark_rl.envs.coding import catalog
from hallmark_rl.envs.coding.audit import app
from hallmark_rl.envs.coding.catalog import FILE_LEVELS
from hallmark_rl.sdk.coding.task_file import load_task

HUMAN_EVAL = {
    "task_id": "Test/0",
    "prompt": "def larger(a, b):\n",
    "entry_point": "larger",
    "canonical_solution": "    return a if a > b else b\n",
    "test": "def check(candidate):\n    assert candidate(1, 2) == 2\n",
}


@pytest.fixture
def tasks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty task folder, which the command uses."""
    for level in FILE_LEVELS:
        (tmp_path / f"level{level}").mkdir()
    monkeypatch.setattr(catalog, "TASKS", tmp_path)
    return tmp_path


def output_line(result: Result) -> str:
    """The output of a command as one line."""
    return " ".join(result.output.replace("│", " ").split())


def run_command(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments), env={"COLUMNS": "200", "TERM": "dumb"})


@pytest.mark.parametrize(
    ("arguments", "file", "entry"),
    [
        (["sum_up"], "level2/sum_up.py", "sum_up"),
        (["sum_up", "--level", "3"], "level3/sum_up.py", "sum_up"),
        (["cash_box", "--class"], "level4/cash_box.py", "CashBox"),
        (["cash_box", "--class", "--level", "5"], "level5/cash_box.py", "CashBox"),
    ],
)
def test_a_new_task_passes_its_audit_as_it_is(
    tasks: Path, arguments: list[str], file: str, entry: str
) -> None:
    made = run_command("new", *arguments)
    assert made.exit_code == 0, made.output
    assert f"audit run {arguments[0]}" in output_line(made)
    assert load_task(tasks / file).entry == entry
    table = tasks / "table.md"
    audited = run_command("run", arguments[0], "--workers", "1", "--verbose", "--table", str(table))
    assert audited.exit_code == 0, audited.output
    assert "passed, mutation score 1.000" in audited.output
    assert "1 tasks, 0 failed" in audited.output
    row = table.read_text().splitlines()[-1]
    assert f"| `{arguments[0]}` |  |" in row
    assert "FAILED" not in row


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["new", "SumUp"], "cannot name a function"),
        (["new", "sum-up"], "cannot name a function"),
        (["new", "../sum"], "cannot name a function"),
        (["new", "lambda"], "cannot name a function"),
        (["new", "sum_up", "--level", "9"], "level 9 is none of"),
        (["new", "taken"], "exists: choose another name"),
        (["run", "nowhere"], "no such task: nowhere"),
    ],
)
def test_wrong_arguments_are_reported_and_write_nothing(
    tasks: Path, arguments: list[str], message: str
) -> None:
    assert run_command("new", "taken").exit_code == 0
    before = sorted(tasks.rglob("*.py"))
    result = run_command(*arguments)
    assert result.exit_code == 2
    assert message in output_line(result)
    assert "Traceback" not in result.output
    assert sorted(tasks.rglob("*.py")) == before


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("def inputs", "def other", "inputs(), the strategy"),
        ("total = 0", "total = (", "SyntaxError"),
        ("return total", "return numbers[0]", "bad.py, line 14: IndexError: list index out of"),
        ("return total", "return undefined", "bad.py, line 14: NameError"),
        ("[::-1]", "[1:]", "property order does not hold"),
        ("sum(numbers[1:])", "sum(numbers)", "wrong solution 'forgets the first' fails 0"),
        ("return total", "return total if total < 999 else 0", "is below 0.95"),
    ],
)
def test_broken_files_are_reported_and_the_exit_status_is_1(
    tasks: Path, old: str, new: str, message: str
) -> None:
    for name in ("good", "bad"):
        assert run_command("new", name).exit_code == 0
    path = tasks / "level2" / "bad.py"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    result = run_command("run", "--workers", "1")
    assert result.exit_code == 1
    assert message in output_line(result), result.output
    assert "bad: FAILED" in result.output
    assert "2 tasks, 1 failed" in result.output
    assert result.output.rstrip().endswith("failed: bad")


def test_the_tests_of_a_jsonl_file_are_audited(tmp_path: Path) -> None:
    path = tmp_path / "tasks.jsonl"
    strong = {
        **HUMAN_EVAL,
        "task_id": "Strong/0",
        "canonical_solution": "    return a + b\n",
        "test": "def check(candidate):\n    assert candidate(1, 2) == 3\n",
    }
    path.write_text("\n".join(json.dumps(row) for row in (strong, HUMAN_EVAL)))
    result = run_command("jsonl", str(path), "--workers", "1", "--verbose")
    assert result.exit_code == 0, result.output
    assert "1 of 2 pass" in result.output
    assert "Strong/0: passed" in result.output
    assert "Test/0: FAILED" in result.output
    assert "weak tests" in result.output
    assert "survivor:" in result.output


@pytest.mark.parametrize("text", [None, '{"task_id": "x"}\n', "no json\n"])
def test_an_unreadable_file_is_named(tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "t.jsonl"
    if text is not None:
        path.write_text(text)
    result = run_command("jsonl", str(path))
    assert result.exit_code == 2
    assert "t.jsonl" in output_line(result)
