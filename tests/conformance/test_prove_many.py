"""`hallmark prove` with several environments, in turn and on a Ray cluster."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOUND = "tests.conformance.guess:GuessEnvironment"
RAISES = "tests.conformance.single:NotAlwaysMade"


def prove(place: Path, *words: str) -> subprocess.CompletedProcess[str]:
    options = ["-k", "startup or fresh_instances", "--report-dir", "reports", "--profile", "quick"]
    return subprocess.run(
        [sys.executable, "-m", "hallmark_rl", "prove", *words, *options],
        cwd=place,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
    )


def checked(done: subprocess.CompletedProcess[str], place: Path) -> None:
    lines = {line.partition(": ")[0]: line for line in done.stdout.splitlines()}
    assert set(lines) == {SOUND, RAISES}, done.stderr
    for env, name in ((SOUND, "tests.conformance.guess-GuessEnvironment"),
                      (RAISES, "tests.conformance.single-NotAlwaysMade")):  # fmt: skip
        report = json.loads((place / "reports" / name / "report.json").read_text())
        broken = bool(report["counts"].get("broken"))
        assert broken == (": broken," in lines[env])
    assert ": broken," in lines[RAISES]
    assert done.returncode == 1


def test_each_environment_has_a_report_and_a_line(tmp_path: Path) -> None:
    checked(prove(tmp_path, SOUND, RAISES), tmp_path)


def test_side_by_side_on_a_cluster(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    checked(prove(tmp_path, SOUND, RAISES, "--ray", "local"), tmp_path)


def test_two_environments_of_one_name_are_refused(tmp_path: Path) -> None:
    for folder in ("a/env", "b/env"):
        (tmp_path / folder).mkdir(parents=True)
    done = prove(tmp_path, "a/env", "b/env")
    assert done.returncode == 2
    assert "several environments are called env" in done.stderr
