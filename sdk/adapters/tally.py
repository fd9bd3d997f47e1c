"""What an episode has come to so far: the part of it that a trainer scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from statistics import fmean
from typing import Any


@dataclass
class Tally:
    """Return and columns of one episode; `failed` if the environment could not play it."""

    total: float = 0.0
    columns: dict[str, list[float]] = field(default_factory=dict)
    failed: bool = False
    done: bool = False

    def note(self, seen: Any) -> None:
        """Add an observation; nothing counts after the end."""
        if self.done:
            return
        self.done = seen.done
        if seen.done and seen.error is not None and seen.error.blame != "action":
            self.failed = True
        self.total += float(seen.reward or 0.0)
        for name, value in seen.columns.items():
            self.columns.setdefault(name, []).append(value)

    def paid(self) -> float | None:
        """The return, or None if the environment failed."""
        return None if self.failed else self.total

    def mean(self, column: str) -> float | None:
        """A column's mean over the steps at which it was due; None if there is none."""
        values = self.columns.get(column)
        return None if self.failed or not values else fmean(values)

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for a rollout's extra fields."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Tally:
        """What `to_dict` gave."""
        return cls(**data)
