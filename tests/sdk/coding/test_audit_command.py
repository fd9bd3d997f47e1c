"""`python -m envs.coding.audit`: a new task passes as it is, weak ones are reported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("openenv")

from typer.testing import CliRunner, Result

from envs.coding import audit
from tests.sdk.coding.test_importers import EVAL_PLUS

STRONG = {
    "task_id": "Strong/0",
    "prompt": "def total(a, b):\n",
    "entry_point": "total",
    "canonical_solution": "    return a + b\n",
    "test": "def check(candidate):\n"
    "    assert candidate(1, 2) == 3\n    assert candidate(5, 3) == 8\n",
}


@pytest.fixture
def tasks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty place for tasks."""
    (tmp_path / "level2").mkdir()
    monkeypatch.setattr(audit, "TASKS", tmp_path)
    monkeypatch.setattr(
        audit, "task_files", lambda: [(2, "train", path) for path in tmp_path.rglob("*.py")]
    )
    return tmp_path


def ran(*arguments: str) -> Result:
    return CliRunner().invoke(audit.app, list(arguments))


def test_a_new_task_passes_its_audit_as_it_is(tasks: Path) -> None:
    made = ran("new", "add_up")
    assert (made.exit_code, (tasks / "level2" / "add_up.py").is_file()) == (0, True)
    assert "audit run add_up" in made.output
    audited = ran("run", "add_up", "--workers", "1", "--verbose")
    assert audited.exit_code == 0, audited.output
    assert "add_up: passed, mutation score" in audited.output
    assert "1 tasks, 0 failed" in audited.output


def test_a_weak_task_and_a_broken_file_end_with_1(tasks: Path) -> None:
    ran("new", "add_up")
    path = tasks / "level2" / "add_up.py"
    weak = path.read_text().replace("return sum(numbers[1:])", "return sum(numbers)")
    path.write_text(weak)
    (tasks / "level2" / "empty.py").write_text('"""Nothing."""\n')
    done = ran("run", "--workers", "1")
    assert done.exit_code == 1
    assert "'forgets the first' fails 0 of" in done.output
    assert "needs the reference solution" in done.output
    assert "failed: " in done.output


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("new", "Add"), "cannot name a function"),
        (("new", "a-b"), "cannot name a function"),
        (("new", "add_up", "--level", "9"), "level 9 is none of"),
        (("run", "nowhere"), "no such task: nowhere"),
    ],
)
def test_what_cannot_be_done_is_said(tasks: Path, arguments: tuple[str, ...], says: str) -> None:
    done = ran(*arguments)
    assert done.exit_code == 2
    assert says in done.output
    assert not list((tasks / "level2").iterdir())


def test_a_task_is_never_overwritten(tasks: Path) -> None:
    ran("new", "add_up")
    assert "choose another name" in ran("new", "add_up").output


def test_a_file_of_other_peoples_tasks_is_audited(tmp_path: Path) -> None:
    path = tmp_path / "tasks.jsonl"
    weak = {**EVAL_PLUS, "task_id": "Weak/1", "base_input": [[1, 2]], "plus_input": []}
    path.write_text("\n".join(json.dumps(row) for row in (STRONG, weak)))
    done = ran("jsonl", str(path), "--workers", "1", "--verbose")
    assert done.exit_code == 0, done.output
    assert "1 of 2 pass" in done.output
    assert "Weak/1: FAILED" in done.output
    assert "Strong/0: passed" in done.output
    assert "survivor:" in done.output


@pytest.mark.parametrize("text", [None, '{"task_id": "x"}\n', "no json\n"])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "t.jsonl"
    if text is not None:
        path.write_text(text)
    done = ran("jsonl", str(path))
    assert done.exit_code == 2
    assert "t.jsonl" in done.output
