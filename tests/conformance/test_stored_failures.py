"""Failures are stored as files, and unusable files are ignored."""

from __future__ import annotations

from pathlib import Path

import pytest

from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import Result
from hallmark_rl.conformance.engine.stored_failures import StoredFailures
from hallmark_rl.conformance.engine.supervisor import Target

NAME = "reset.seed_zero"


def stored(folder: Path) -> StoredFailures:
    return StoredFailures(folder / "replays", Target("envs/wordle", PROFILES["quick"]))


def test_the_episode_of_a_saved_failure_is_read_again(tmp_path: Path) -> None:
    episode = Episode.of(3, [{"word": "crane"}], "walk").to_dict()
    path = stored(tmp_path).save(Result(NAME, "fail", "it differs", episode=episode))
    assert path.name == f"{NAME}.json"
    assert stored(tmp_path).episodes(NAME) == [episode]
    stored(tmp_path).forget(NAME)
    assert stored(tmp_path).episodes(NAME) == []


@pytest.mark.parametrize("text", ["", "no JSON", "{}", "[1]", "7"])
def test_a_file_that_holds_no_episode_is_ignored(text: str, tmp_path: Path) -> None:
    path = stored(tmp_path).store(NAME, {"episode": {}})
    path.write_text(text, encoding="utf-8")
    assert stored(tmp_path).episodes(NAME) == []
