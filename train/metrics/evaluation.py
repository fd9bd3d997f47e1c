"""Held-out evaluation: tasks that are never trained on, and a check that is not in the reward.

The check is the environment's `success`, unless its `proof.py` has `audit(task, completions)`: a
function that returns whether the completions really solve the task, by different means than the
reward (fresh tests, a detector of exploits).
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from hallmark_rl.sdk.common.statistics import wilson_interval
from hallmark_rl.train.environments.rollout_env import Assignment, RolloutEpisode

_FIRST_SEED = 1_000_000  # the seeds of training tasks start at 2**30


@dataclass(frozen=True)
class Score:
    """Means over a set of episodes, without those that the environment failed.

    Attributes:
        episodes: number of episodes that count.
        failed: number of episodes that the environment failed.
        success: share of episodes that the environment calls solved.
        interval: 95% Wilson interval of `success`.
        verified: share of episodes that the audit calls solved.
        mean_return: mean return.
        columns: mean of each reward column's sum over an episode.
        timeouts: share of episodes in which a step timed out.
    """

    episodes: int
    failed: int
    success: float
    interval: tuple[float, float]
    verified: float
    mean_return: float
    columns: dict[str, float]
    timeouts: float

    @classmethod
    def of(cls, episodes: list[RolloutEpisode]) -> Score:
        """The score of finished episodes."""
        sound = [episode for episode in episodes if episode.failure is None]
        count = max(1, len(sound))
        wins = sum(bool(episode.success) for episode in sound)
        verified = sum(bool(episode.verified) for episode in sound)
        names = sorted({name for episode in sound for name in episode.columns})
        return cls(
            episodes=len(sound),
            failed=len(episodes) - len(sound),
            success=wins / count,
            interval=wilson_interval(wins, len(sound)),
            verified=verified / count,
            mean_return=sum(episode.total for episode in sound) / count,
            columns={name: sum(e.columns.get(name, 0.0) for e in sound) / count for name in names},
            timeouts=sum(episode.timed_out for episode in sound) / count,
        )

    def to_dict(self) -> dict[str, Any]:
        """The fields as plain data."""
        return asdict(self)


def held_out_tasks(level: int, count: int, *, first: int = 0) -> list[Assignment]:
    """The held-out tasks `first` to `first + count - 1` of a level; always the same ones."""
    return [Assignment("test", level, _FIRST_SEED + first + i) for i in range(count)]


def episode_to_dict(episode: RolloutEpisode, **more: Any) -> dict[str, Any]:
    """An episode as JSON data, after the fields in `more`."""
    return {
        **more,
        "task": asdict(episode.task),
        "return": episode.total,
        "columns": episode.columns,
        "success": episode.success,
        "verified": episode.verified,
        "failure": episode.failure,
        "truncated": episode.truncated,
        "turns": [asdict(turn) for turn in episode.turns],
    }


def write_episodes(path: Path, episodes: list[RolloutEpisode]) -> None:
    """Write one JSON line per episode."""
    with path.open("w", encoding="utf-8") as file:
        for episode in episodes:
            file.write(json.dumps(episode_to_dict(episode)) + "\n")
