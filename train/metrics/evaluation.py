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
from hallmark_rl.train.metrics.comparison import Comparison, Measure, compare, outcome

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
        columns: each reward column: its sum over the steps of an episode, as a mean over the
            episodes.
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


@dataclass(frozen=True)
class HeldOut:
    """Episodes of the same held-out tasks, played in two ways.

    Attributes:
        sampled: at the temperature of training.
        greedy: with the most likely token each time. Noise in the choice of tokens hides what a
            policy can do, so a start that was made noisy is shown greedy as well.
    """

    sampled: list[RolloutEpisode]
    greedy: list[RolloutEpisode]


@dataclass(frozen=True)
class LevelResult:
    """What training changed at one level, on the same held-out tasks.

    Attributes:
        level: the level.
        before: score of the sampled episodes before training.
        after: score of the sampled episodes after it.
        greedy_before: score of the greedy episodes before training.
        greedy_after: score of the greedy episodes after it.
        comparisons: the paired tests; those of verified success only where some verdict of the
            audit differs from the environment's.
    """

    level: int
    before: Score
    after: Score
    greedy_before: Score
    greedy_after: Score
    comparisons: tuple[Comparison, ...]

    @classmethod
    def of(cls, level: int, before: HeldOut, after: HeldOut) -> LevelResult:
        """Compare the episodes before and after training."""
        every = (before.sampled, after.sampled, before.greedy, after.greedy)
        differs = any(
            outcome(episode, "success") != outcome(episode, "verified")
            for episodes in every
            for episode in episodes
        )
        measures: tuple[Measure, ...] = ("success", "verified") if differs else ("success",)
        comparisons = [
            compare(old, new, measure=measure, mode=mode)
            for mode, old, new in (
                ("sampled", before.sampled, after.sampled),
                ("greedy", before.greedy, after.greedy),
            )
            for measure in measures
        ]
        return cls(
            level,
            before=Score.of(before.sampled),
            after=Score.of(after.sampled),
            greedy_before=Score.of(before.greedy),
            greedy_after=Score.of(after.greedy),
            comparisons=tuple(comparisons),
        )

    def to_dict(self) -> dict[str, Any]:
        """The fields as plain data, each comparison with its sentence."""
        sentences = [{"sentence": each.sentence(), **asdict(each)} for each in self.comparisons]
        return {**asdict(self), "comparisons": sentences}


@dataclass(frozen=True)
class Measurement:
    """One evaluation of a level during training.

    Attributes:
        step: after how many steps.
        score: the means.
        verified: for each task whether the audit calls it solved; None if the environment failed.
    """

    step: int
    score: Score
    verified: tuple[bool | None, ...]

    @classmethod
    def of(cls, step: int, episodes: list[RolloutEpisode]) -> Measurement:
        """The measurement of finished episodes."""
        solved = tuple(outcome(episode, "verified") for episode in episodes)
        return cls(step, Score.of(episodes), solved)

    def to_dict(self) -> dict[str, Any]:
        """The fields as plain data."""
        return asdict(self)

    @classmethod
    def from_dict(cls, saved: dict[str, Any]) -> Measurement:
        """What `to_dict` returned, also after a way through JSON."""
        return cls(saved["step"], Score(**saved["score"]), tuple(saved["verified"]))


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
        "detail": episode.detail,
        "truncated": episode.truncated,
        "turns": [asdict(turn) for turn in episode.turns],
    }


def write_episodes(path: Path, episodes: list[RolloutEpisode]) -> None:
    """Write one JSON line per episode."""
    with path.open("w", encoding="utf-8") as file:
        for episode in episodes:
            file.write(json.dumps(episode_to_dict(episode)) + "\n")
