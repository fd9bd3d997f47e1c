"""Episodes of an environment played again: one that hangs or exits harms no other."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("openenv")

from hallmark_rl.conformance.processes.forking import ForkFailure, stream_from_fork
from hallmark_rl.conformance.traces import rescoring
from hallmark_rl.conformance.traces.rescoring import EnvironmentRescoring
from hallmark_rl.conformance.traces.trace_formats import TraceEpisode
from hallmark_rl.sdk.subject.load import load_subject
from tests.conformance.guess import GuessEnvironment

HANGING, EXITING, FORGING = 3, 5, 7


@pytest.fixture
def resets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with a line for each reset; some seeds hang, exit, or write to the channel."""
    path = tmp_path / "resets"
    plain, new_pipe, pipes = GuessEnvironment.reset, os.pipe, list[tuple[int, int]]()

    def pipe() -> tuple[int, int]:
        pipes.append(new_pipe())
        return pipes[-1]

    def reset(self: Any, seed: int | None = None, **options: Any) -> Any:
        with path.open("a") as file:
            file.write(f"{seed}\n")
        if seed == HANGING:
            time.sleep(1000)
        if seed == EXITING:
            os._exit(0)
        if seed == FORGING:
            os.write(pipes[-1][1], b'{"number": 0, "pay": 1, "columns": {}, "verified": 1}\n')
        return plain(self, seed=seed, **options)

    monkeypatch.setattr(os, "pipe", pipe)
    monkeypatch.setattr(GuessEnvironment, "reset", reset)
    return path


def rescore(seeds: range) -> list[Any]:
    rescorer = EnvironmentRescoring(load_subject("tests.conformance.guess:GuessEnvironment"))
    episodes = [
        TraceEpisode(
            "hallmark", "?", (f'{{"number": {random.Random(seed).randrange(100)}}}',), 1.0,
            assignment={"split": "train", "level": 0, "seed": seed},
        )
        for seed in seeds
    ]  # fmt: skip
    return rescorer.rescore([(episode, {}) for episode in episodes])


def test_an_episode_that_hangs_or_exits_is_played_once_and_the_others_too(
    resets: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rescoring, "_EPISODE_SECONDS", 3.0)
    results = rescore(range(7))
    failed = {place: item.problem for place, item in enumerate(results) if item.problem}
    assert set(failed) == {HANGING, EXITING}
    assert "did not return within 3 s" in failed[HANGING]
    assert "exit status 0" in failed[EXITING]
    assert [item.pay for item in results if not item.problem] == [1.0] * 5
    assert resets.read_text().split() == [str(seed) for seed in range(7)]


def test_what_an_environment_writes_to_the_channel_is_no_result(resets: Path) -> None:
    before, forged, after = rescore(range(FORGING - 1, FORGING + 2))
    assert (before.pay, before.problem) == (1.0, "")
    assert "wrote to the channel" in forged.problem
    assert "wrote to the channel" in after.problem


def test_a_fork_gives_results_until_a_job_fails() -> None:
    assert list(stream_from_fork([lambda: 1, lambda: [2], lambda: None])) == [1, [2], None]
    first, failure = stream_from_fork([lambda: 1, lambda: os._exit(4), lambda: 3])
    assert first == 1
    assert isinstance(failure, ForkFailure)
    assert "exit status 4" in str(failure)
