"""The rewards of one episode, added up for a trainer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from statistics import fmean
from typing import Any


@dataclass
class EpisodeTotals:
    """The return and the column values of one episode.

    Attributes:
        total: the sum of the step rewards.
        columns: the values of each column, one for each step at which it was evaluated.
        failed: whether the environment failed, so that the episode has no score.
        done: whether the episode has ended.
    """

    total: float = 0.0
    columns: dict[str, list[float]] = field(default_factory=dict)
    failed: bool = False
    done: bool = False

    def add(self, observation: Any) -> None:
        """Add the rewards of an observation; after the end of the episode nothing is added."""
        if self.done:
            return
        self.done = observation.done
        error = observation.error
        if observation.done and error is not None and error.blame != "action":
            self.failed = True
        self.total += float(observation.reward or 0.0)
        for name, value in observation.columns.items():
            self.columns.setdefault(name, []).append(value)

    def episode_return(self, *, unfinished: float) -> float | None:
        """The return, plus `unfinished` if the episode has not ended; None if it failed."""
        if self.failed:
            return None
        return self.total if self.done else self.total + unfinished

    def mean(self, column: str, *, unfinished: float | None) -> float | None:
        """The mean of a column's values; None if it has none or the episode failed.

        `unfinished` is returned for a column without values if the episode has not ended.
        """
        if self.failed:
            return None
        values = self.columns.get(column)
        return fmean(values) if values else None if self.done else unfinished

    def to_dict(self) -> dict[str, Any]:
        """The attributes as plain data, for the extra fields of a rollout."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> EpisodeTotals:
        """The inverse of `to_dict`."""
        return cls(**data)
