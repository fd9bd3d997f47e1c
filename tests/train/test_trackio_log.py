"""Curves and episodes in Trackio, and runs that go on when Trackio fails."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hallmark_rl.train.environments.rollout_env import Assignment, RolloutEpisode, Turn
from hallmark_rl.train.metrics.metrics_log import MetricsLog

EPISODE = RolloutEpisode(
    Assignment("train", 2, 7), [Turn("what?", "this", 1.0, {"won": 1.0})], done=True, success=True
)


def write(out: Path) -> None:
    log = MetricsLog(out, trackio=True)
    log.write_metrics("train", 3, {"success": 0.25, "columns": {"won": 0.5}, "words": "x"})
    log.write_episode(3, EPISODE)
    log.close()


def test_metrics_and_traces_are_in_the_runs_folder(tmp_path: Path) -> None:
    """In a process of its own: Trackio reads TRACKIO_DIR when it is imported."""
    pytest.importorskip("trackio", reason="needs the `trackio` extra")
    out = tmp_path / "my run"
    out.mkdir()
    script = f"""
import json
from pathlib import Path
from tests.train.test_trackio_log import write
write(Path({str(out)!r}))
from trackio.sqlite_storage import SQLiteStorage
run = "hallmark", "my run"
logs = [SQLiteStorage.get_logs(*run), SQLiteStorage.get_traces(*run)]
Path({str(tmp_path / "logs.json")!r}).write_text(json.dumps(logs, default=str))
"""
    environment = {name: text for name, text in os.environ.items() if name != "TRACKIO_DIR"}
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=Path(__file__).resolve().parents[2], env=environment, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    assert list((out / "trackio").iterdir())
    rows, traces = json.loads((tmp_path / "logs.json").read_text())
    logged = {name: value for row in rows for name, value in row.items()}
    assert (logged["train/success"], logged["train/columns/won"]) == (0.25, 0.5)
    (trace,) = traces
    assert [message["content"] for message in trace["messages"]] == ["what?", "this"]
    assert trace["metadata"]["seed"] == 7
    assert trace["metadata"]["column won"] == 1.0


def test_a_run_goes_on_when_trackio_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "trackio", None)
    with pytest.warns(UserWarning, match="Trackio is not used: "):
        write(tmp_path)
    assert json.loads((tmp_path / "metrics.jsonl").read_text())["success"] == 0.25
    assert (tmp_path / "episodes.jsonl").read_text()
