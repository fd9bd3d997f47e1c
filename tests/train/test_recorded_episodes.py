"""`hallmark view`: recorded episodes are read while they are written, filtered, and only shown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hallmark_rl.train.environments.rollout_env import Assignment, RolloutEpisode, Turn
from hallmark_rl.train.metrics.evaluation import episode_to_dict, write_episodes
from hallmark_rl.train.metrics.metrics_log import MetricsLog
from hallmark_rl.train.reporting.recorded_episodes import (
    EpisodeFile,
    EpisodeFilter,
    NoEpisodes,
    find_episode_files,
)


def recorded(seed: int, reward: float, answer: str = "x", error: str | None = None) -> Any:
    turn = Turn(f"what is {seed}?", answer, reward, {"won": reward}, error)
    success = reward > 0.5
    task = Assignment("test" if seed % 2 else "train", 1 + seed % 3, seed)
    return RolloutEpisode(task, [turn], done=True, success=success, verified=success)


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A run with sampled and held-out episodes, written as the trainer writes them."""
    log = MetricsLog(tmp_path)
    for step in range(1, 7):
        answer = "Straße </script><b>" if step == 3 else "plain"
        log.write_episode(step, recorded(step, step / 6, answer, "bad_action" if step > 4 else ""))
    log.metrics.write_text('{"kind": "train", "step": 1}\n')
    write_episodes(tmp_path / "after-1.jsonl", [recorded(9, 1.0), recorded(10, 0.0)])
    return tmp_path


def numbers(file: EpisodeFile, **wanted: Any) -> list[int]:
    return [episode.number for episode in file.select(EpisodeFilter(**wanted))]


def test_what_a_run_writes_is_found(run: Path) -> None:
    files = find_episode_files(run)
    assert [file.path.name for file in files] == ["episodes.jsonl", "after-1.jsonl"]
    assert [len(file.episodes) for file in files] == [6, 2]
    assert [file.path.name for file in find_episode_files(run / "after-1.jsonl")] == [
        "after-1.jsonl"
    ]


def test_filters(run: Path) -> None:
    sampled, held_out = find_episode_files(run)
    assert numbers(sampled) == [0, 1, 2, 3, 4, 5]
    assert numbers(sampled, verdict="solved") == [3, 4, 5]
    assert numbers(sampled, split="test") == [0, 2, 4]
    assert numbers(sampled, level=1) == [2, 5]
    assert numbers(sampled, error="bad_action") == [4, 5]
    assert numbers(sampled, first_step=2, last_step=3) == [1, 2]
    assert numbers(sampled, least=0.5, most=0.7) == [2, 3]
    assert numbers(sampled, text="STRASSE") == [2]
    assert numbers(sampled, text="what is 5", level=3) == [4]
    assert numbers(held_out, first_step=1) == [], "held-out episodes have no step"
    assert numbers(held_out, least=0.5) == [0]


def test_episodes_that_are_written_later(run: Path) -> None:
    file = find_episode_files(run)[0]
    line = json.dumps(episode_to_dict(recorded(77, 1.0), step=7)) + "\n"
    with file.path.open("a") as writer:
        writer.write(line[:40])
        writer.flush()
        file.refresh()
        assert len(file.episodes) == 6, "half a line is not read"
        writer.write(line[40:])
    file.refresh()
    assert file.record(6)["task"]["seed"] == file.episodes[6].seed == 77
    file.path.write_text(line)
    file.refresh()
    assert [episode.seed for episode in file.episodes] == [77], "a shorter file is read again"


@pytest.mark.parametrize(
    "line",
    [
        "", "{", "null", "[]", "3", '{"turns": 1}', "[" * 100_000, '{"task": {}, "turns": []}',
        json.dumps({**episode_to_dict(recorded(1, 1.0)), "return": "x"}),
        json.dumps({**episode_to_dict(recorded(1, 1.0)), "columns": [1]}),
        json.dumps({**episode_to_dict(recorded(1, 1.0)), "turns": [None]}),
        json.dumps({**episode_to_dict(recorded(1, 1.0)), "step": 1e999}),
    ],
    ids=range(12),
)  # fmt: skip
def test_wrong_lines_are_counted(run: Path, line: str) -> None:
    path = run / "episodes.jsonl"
    path.write_text(f"{line}\n{path.read_text()}")
    file = find_episode_files(run)[0]
    assert (len(file.episodes), file.unreadable) == (6, 1)
    assert [file.record(each.number)["step"] for each in file.episodes] == [1, 2, 3, 4, 5, 6]


def test_no_episodes(tmp_path: Path) -> None:
    with pytest.raises(NoEpisodes, match="there is no"):
        find_episode_files(tmp_path / "x")
    (tmp_path / "metrics.jsonl").write_text("{}\n")
    for place in (tmp_path, tmp_path / "metrics.jsonl"):
        with pytest.raises(NoEpisodes, match="hallmark train"):
            find_episode_files(place)


@pytest.fixture
def client(run: Path) -> Any:
    pytest.importorskip("starlette")
    from starlette.testclient import TestClient

    from hallmark_rl.train.reporting.view_routes import view_app

    return TestClient(view_app("my <run>", find_episode_files(run)), base_url="http://localhost")


def test_the_pages_requests(client: Any) -> None:
    about = client.get("/view/about").json()
    assert about["name"] == "my <run>"
    assert about["files"][0]["verdicts"] == ["not solved", "solved"]
    assert [file["has_steps"] for file in about["files"]] == [True, False]
    found = client.get("/view/episodes", params={"order": "highest return", "least": "0.5"}).json()
    assert (found["total"], found["matched"]) == (6, 4)
    assert [episode["number"] for episode in found["episodes"]] == [5, 4, 3, 2]
    query = {"file": "after-1.jsonl", "number": 1}
    assert client.get("/view/episode", params=query).json()["turns"][0]["completion"] == "x"
    for path in ("/view", "/view/view_page.js", "/view/value_view.js", "/view/play_page.css"):
        answer = client.get(path)
        assert answer.status_code == 200
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert "innerHTML" not in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "episodes?level=x", "episodes?least=1e", "episodes?order=x", "episodes?file=../x",
        "episode?number=99", "episode?number=-1", "episode?number=x", "episode?file=/etc/passwd",
    ],
)  # fmt: skip
def test_wrong_queries_are_answered(client: Any, path: str) -> None:
    answer = client.get(f"/view/{path}")
    assert answer.status_code == 400
    assert answer.json()["detail"]


@pytest.mark.parametrize("path", ["about", "episodes", "episode"])
def test_pages_of_other_sites_get_nothing(client: Any, path: str) -> None:
    assert client.get(f"/view/{path}", headers={"host": "evil.example"}).status_code == 403
    assert (
        client.get(f"/view/{path}", headers={"origin": "https://evil.example"}).status_code == 403
    )
