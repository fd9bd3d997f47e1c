"""A slow scorer: the person is told what happens, and the time budget holds during a call."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import CUT_SHORT, Result
from hallmark_rl.conformance.engine.direct_checks import confirmed
from hallmark_rl.conformance.engine.scorer_session import ScorerSession
from hallmark_rl.conformance.engine.supervisor import Target
from hallmark_rl.conformance.scorers import pace
from hallmark_rl.conformance.scorers.pace import Pace
from hallmark_rl.conformance.scorers.scorer_process import ScorerProcess, TimeSpent
from hallmark_rl.conformance.scorers.scorer_spec import find_scorer

ROOT = Path(__file__).parents[2]
SLEEPS = """
import time


def score(answer, task):
    time.sleep({seconds})
    return float(answer == task["answer"])
"""
TASKS = [{"prompt": f"{n} + 1?", "answer": str(n + 1)} for n in range(12)]


def write_scorer(folder: Path, seconds: float) -> Path:
    (folder / "late.py").write_text(SLEEPS.format(seconds=seconds))
    (folder / "tasks.jsonl").write_text("".join(json.dumps(task) + "\n" for task in TASKS))
    return folder


def test_a_slow_scorer_is_told_with_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    slow = Pace(lines.append, lambda: "scorer.empty is checked, 7 of 9 properties are left")
    for _ in range(2):
        slow.note(2.0)
    assert (lines, slow.is_slow) == ([], False), "two calls are too few"
    slow.note(2.0)
    (line,) = lines
    assert line == (
        "slow scorer: a call takes 2 s, 3 answers are scored; scorer.empty is checked, 7 of 9 "
        "properties are left; --time-budget SECONDS limits the run, --profile quick makes fewer "
        "calls"
    )
    slow.note(2.0)
    assert len(lines) == 1, "there is a pause between two lines"
    monkeypatch.setattr(pace, "_PAUSE", 0.0)
    within = Pace(lines.append, str, ends=time.monotonic() + 1000)
    for _ in range(4):
        within.note(1.5)
    assert len(lines) == 3
    assert "the time budget ends in " in lines[-1]


def test_a_quick_scorer_is_not_told() -> None:
    lines: list[str] = []
    quick = Pace(lines.append, str)
    for _ in range(50):
        quick.note(0.9)
    assert (lines, quick.is_slow) == ([], False)


def test_a_call_is_ended_with_the_time_budget(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(write_scorer(tmp_path, 600))
    process = ScorerProcess(find_scorer("late.py:score"), limit=600, ends=time.monotonic() + 1.5)
    try:
        with pytest.raises(TimeSpent, match=CUT_SHORT):
            process.score([("1", TASKS[0])])
    finally:
        process.close()


def test_calls_end_between_two_answers_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(write_scorer(tmp_path, 0.05))
    process = ScorerProcess(find_scorer("late.py:score"))
    try:
        assert [item.pay for item in process.score([("1", TASKS[0])])] == [1.0]
        process._ends = time.monotonic() + 0.5
        with pytest.raises(TimeSpent):
            process.score([("1", TASKS[0])] * 2000)
    finally:
        process.close()


def test_what_the_budget_cuts_short_is_unproved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(write_scorer(tmp_path, 0.4))
    monkeypatch.setattr(pace, "SLOW", 0.1)
    lines: list[str] = []
    names = ["scorer.references", "scorer.empty", "scorer.hedging"]
    target = Target(
        "scorer:late.py:score",
        PROFILES["quick"],
        tasks="tasks.jsonl",
        ends=time.monotonic() + 6.0,
    )
    session = ScorerSession(target, names, tell=lines.append)
    try:
        session.start()
        results = [session.result(name) for name in names]
    finally:
        session.close()
    assert {result.status for result in results} == {"unproved"}
    assert results[0].message == CUT_SHORT
    assert "scorer.references is checked, 2 of 3 properties are left" in lines[0]
    assert [note for note in session.notes if note.startswith("it is slow: a call takes 0.4")]


def test_a_finding_that_cannot_be_repeated_in_time_is_unproved() -> None:
    found = Result("scorer.empty", "fail", "an empty answer is paid")
    late = confirmed(found, lambda: Result("scorer.empty", "unproved", CUT_SHORT), "again")
    assert late.status == "unproved"
    assert late.message.startswith("an empty answer is paid (the time budget ended")
    other = confirmed(found, lambda: Result("scorer.empty", "pass"), "again")
    assert other.status == "flaky"


def test_a_process_without_a_budget_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(write_scorer(tmp_path, 0.2))
    process = ScorerProcess(find_scorer("late.py:score"))
    try:
        assert process._ends == math.inf
        assert [item.pay for item in process.score([("1", TASKS[0]), ("2", TASKS[0])])] == [
            1.0,
            0.0,
        ]
    finally:
        process.close()


@pytest.mark.slow
def test_the_command_tells_it_and_ends_in_time(tmp_path: Path) -> None:
    folder = write_scorer(tmp_path, 1.3)
    done = subprocess.run(
        [sys.executable, "-m", "hallmark_rl", "prove", "scorer:late:score", "--tasks",
         "tasks.jsonl", "--profile", "quick", "--time-budget", "12"],
        cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
    )  # fmt: skip
    assert "slow scorer: a call takes 1.3 s" in done.stdout
    assert "the time budget ends in" in done.stdout
    assert "it is slow: a call takes 1.3 s" in done.stdout
    assert done.returncode == 6, done.stdout
