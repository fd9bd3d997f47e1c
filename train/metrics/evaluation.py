"""Held-out episodes: tasks that are never trained on, judged by a verdict that is never paid.

The verdict is the environment's `success` unless its `proof.py` has `audit(task, completions)`: a
function of what the episode was about and what the model said, which returns whether that is
really right, by other means than the reward's (fresh tests, a detector of exploits).
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from hallmark_rl.sdk.common.statistics import wilson_interval
from hallmark_rl.train.environments.rollout_env import Assignment, Episode

_FIRST_SEED = 1_000_000  # training draws its seeds from far above


@dataclass(frozen=True)
class Score:
    """What a set of episodes came to. Failed episodes are counted, not scored."""

    episodes: int
    failed: int
    success: float
    interval: tuple[float, float]
    verified: float
    paid: float
    columns: dict[str, float]
    timeouts: float

    @classmethod
    def of(cls, episodes: list[Episode]) -> Score:
        """Average the episodes that the environment did not fail."""
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
            paid=sum(episode.total for episode in sound) / count,
            columns={name: sum(e.columns.get(name, 0.0) for e in sound) / count for name in names},
            timeouts=sum(episode.timed_out for episode in sound) / count,
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)


def held_out_tasks(level: int, count: int, *, first: int = 0) -> list[Assignment]:
    """The same tasks every time they are asked for."""
    return [Assignment("test", level, _FIRST_SEED + first + i) for i in range(count)]


def episode_record(episode: Episode, **more: Any) -> dict[str, Any]:
    """One episode as one line of JSONL."""
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


def write_episodes(path: Path, episodes: list[Episode]) -> None:
    """One JSONL line per episode."""
    with path.open("w", encoding="utf-8") as file:
        for episode in episodes:
            file.write(json.dumps(episode_record(episode)) + "\n")
