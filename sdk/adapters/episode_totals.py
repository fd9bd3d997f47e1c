"""The rewards of one episode, added up for a trainer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from statistics import fmean
from typing import Any

from hallmark_rl.sdk.environment.observation_facts import ObservationFacts
from hallmark_rl.sdk.environment.rewards import Reward


@dataclass
class EpisodeTotals:
    """The return and the column values of one episode.

    Attributes:
        unfinished: what is added to the return of an episode that did not end.
        unfinished_columns: the values of columns that were never evaluated, for such an episode.
        total: the sum of the step rewards.
        columns: the values of each column, one for each step at which it was evaluated.
        failed: whether the environment failed, so that the episode has no score.
        done: whether the episode has ended.
    """

    unfinished: float = 0.0
    unfinished_columns: dict[str, float] = field(default_factory=dict)
    total: float = 0.0
    columns: dict[str, list[float]] = field(default_factory=dict)
    failed: bool = False
    done: bool = False

    @classmethod
    def for_reward(cls, reward: Reward | None) -> EpisodeTotals:
        """Totals of an episode of which nothing was played yet.

        An episode that the model does not finish will count as if its last action had been refused:
        with the lowest step reward, and the lowest value of every outcome. Without a declared
        reward it has the sum of its step rewards.
        """
        if reward is None:
            return cls()
        outcomes = {c.name: c.range[0] for c in reward.columns if c.kind == "outcome"}
        return cls(reward.step_range[0], outcomes)

    def add(self, facts: ObservationFacts) -> None:
        """Add the rewards of an observation; after the end of the episode nothing is added."""
        if self.done:
            return
        if facts.blame == "environment":
            self.fail()
            return
        self.done = facts.done
        self.total += facts.reward
        for name, value in facts.columns.items():
            self.columns.setdefault(name, []).append(value)

    def fail(self) -> None:
        """End the episode as one that the environment failed."""
        self.done = self.failed = True

    def episode_return(self) -> float | None:
        """The return of the episode; None if the environment failed."""
        if self.failed:
            return None
        return self.total if self.done else self.total + self.unfinished

    def mean(self, column: str) -> float | None:
        """The mean of a column's values; None if it has none or the environment failed."""
        if self.failed:
            return None
        values = self.columns.get(column)
        if values:
            return fmean(values)
        return None if self.done else self.unfinished_columns.get(column)

    def to_dict(self) -> dict[str, Any]:
        """The attributes as plain data, for the extra fields of a rollout."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> EpisodeTotals:
        """The inverse of `to_dict`."""
        return cls(**data)
