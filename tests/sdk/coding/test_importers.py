"""Task files of other people: each known form is read, and weak tests are reported."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from hallmark_rl.sandbox import Sandbox
from hallmark_rl.sdk.coding.importers import LIMITS, UnknownTaskFormat, import_row, read_tasks

HUMAN_EVAL = {
    "task_id": "Test/0",
    "prompt": "def larger(a, b):\n",
    "entry_point": "larger",
    "canonical_solution": "    return a if a > b else b\n",
    "test": "def check(candidate):\n"
    "    assert candidate(1, 2) == 2\n    assert candidate(5, 3) == 5\n",
}
EVAL_PLUS = {
    **{key: HUMAN_EVAL[key] for key in ("task_id", "prompt", "entry_point", "canonical_solution")},
    "base_input": [[1, 2]],
    "plus_input": [[5, 3], [2, 2]],
    "atol": 0,
}
MBPP = {
    "task_id": 7,
    "text": "Write a function that finds the larger of two numbers.",
    "code": "def helper(a):\n    return a\n\n"
    "def larger(a, b):\n    return helper(a) if a > b else b\n",
    "test_setup_code": "import math",
    "test_list": ["assert larger(1, 2) == 2", "assert larger(5, 3) == math.floor(5.5)"],
}
ALWAYS_SECOND = "def larger(a, b):\n    return b\n"
ALWAYS_EQUAL = (
    "class Yes(int):\n    def __eq__(self, other):\n        return True\n"
    "def larger(a, b):\n    return Yes()\n"
)


@pytest.mark.parametrize("row", [HUMAN_EVAL, EVAL_PLUS, MBPP], ids=["human-eval", "plus", "mbpp"])
def test_each_form_tells_right_from_wrong(row: dict[str, object], box: Sandbox) -> None:
    task = import_row(row)
    assert task.entry == "larger"
    assert task.passes(box, task.reference, LIMITS)
    for wrong in (ALWAYS_SECOND, ALWAYS_EQUAL, "raise SystemExit(0)\n"):
        assert not task.passes(box, wrong, LIMITS)


def test_the_audit_reports_weak_tests(box: Sandbox) -> None:
    weak = {**EVAL_PLUS, "base_input": [[1, 2]], "plus_input": []}
    report = import_row(weak).audit(box)
    assert report.survivors
    assert any("weak tests" in problem for problem in report.problems)
    assert report.killed + len(report.survivors) == report.mutants


def test_every_input_counts_however_many_there_are(box: Sandbox) -> None:
    many = {**EVAL_PLUS, "plus_input": [[number, 0] for number in range(1000)] + [[0, 2000]]}
    task = import_row(many)
    assert task.passes(box, task.reference, LIMITS)
    late = "def larger(a, b):\n    return 0 if b == 2000 else max(a, b)\n"
    assert not task.passes(box, late, LIMITS)


def test_the_audit_reports_a_broken_reference(box: Sandbox) -> None:
    broken = {**HUMAN_EVAL, "canonical_solution": "    return b\n"}
    assert import_row(broken).audit(box).problems == ["the reference does not pass its own tests"]


@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.gz"])
def test_files_are_read_plain_and_gzipped(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"tasks{suffix}"
    text = "\n".join(json.dumps(row) for row in (HUMAN_EVAL, EVAL_PLUS, MBPP)) + "\n\n"
    path.write_bytes(gzip.compress(text.encode()) if suffix.endswith(".gz") else text.encode())
    assert [task.name for task in read_tasks(path)] == ["Test/0", "Test/0", "7"]


@pytest.mark.parametrize(
    "line", ['{"task_id": "x"}', "not json", '{"code": "x = 1", "test_list": ["assert f()"]}']
)
def test_an_unknown_form_names_the_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "tasks.jsonl"
    path.write_text(f"{json.dumps(HUMAN_EVAL)}\n{line}\n", encoding="utf-8")
    with pytest.raises(UnknownTaskFormat, match="line 2"):
        read_tasks(path)
