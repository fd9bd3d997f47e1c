"""The stamp of a scorer: written beside its tasks, stale after a change, no environment's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hallmark_rl.conformance import gate
from hallmark_rl.conformance.check_command import print_check
from hallmark_rl.sdk.hallmark import check_hallmark, read_hallmark
from tests.conformance.test_gate import stamp as write_stamp
from tests.conformance.test_scorer_properties import ROOT, TASKS

SOURCE = """
from rounding import plain

declared = {"equivalents": ["spacing"]}

def score(answer, task):
    return float(plain(answer) == task["answer"])
"""


@pytest.fixture
def scorer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rounding.py").write_text("def plain(text):\n    return text.strip()\n")
    (tmp_path / "marker.py").write_text(SOURCE)
    (tmp_path / "data").mkdir()
    path = tmp_path / "data" / "tasks.jsonl"
    path.write_text("\n".join(map(json.dumps, TASKS)) + "\n")
    return path


def test_a_proved_scorer_is_stamped_and_a_change_makes_it_stale(
    scorer: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["scorer:marker:score", "--tasks", str(scorer)]
    assert gate.main(command) == 0
    stamp = read_hallmark(scorer.parent)
    assert stamp is not None
    assert stamp.subject == "scorer:marker:score"
    assert stamp.files == ("../marker.py", "../rounding.py", "tasks.jsonl")
    assert print_check(str(scorer.parent)) == 0
    assert gate.main([*command, "--check"]) == 0
    assert "no environment" in check_hallmark(scorer.parent)[0], "the trainer must refuse it"

    helper = scorer.parent.parent / "rounding.py"
    helper.write_text(helper.read_text() + "# changed\n")
    assert print_check(str(scorer.parent)) == 1
    assert "have changed since they were proved" in capsys.readouterr().err

    helper.write_text("def plain(text):\n    return text.strip()[:2]\n")
    assert gate.main(command) == 1
    assert read_hallmark(scorer.parent) is None, "a former stamp is removed"


def test_a_run_that_did_not_end_leaves_the_stamp_and_reports_go_where_they_are_wanted(
    scorer: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    write_stamp(scorer.parent, subject="scorer:marker:score")
    stamp = scorer.parent / "hallmark.json"
    before, used = stamp.read_bytes(), []

    def run_suite(spec: str, options: list[str], *, headers: object = ()) -> int:
        used.extend(options)
        return 1

    monkeypatch.setattr(gate, "run_suite", run_suite)
    reports = tmp_path / "reports"
    command = ["scorer:marker:score", "--tasks", str(scorer), "--report-dir", str(reports)]
    assert gate.main(command) == 1
    assert stamp.read_bytes() == before
    assert any(option.endswith(f"={reports}") for option in used)


def test_a_stamp_of_something_else_is_not_overwritten(
    scorer: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (scorer.parent / "hallmark.json").write_text("{}")
    assert gate.main(["scorer:marker:score", "--tasks", str(scorer)]) == 2
    assert (scorer.parent / "hallmark.json").read_text() == "{}"
    assert "nothing was proved" in capsys.readouterr().err
