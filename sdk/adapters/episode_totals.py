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

    def paid(self, *, unfinished: float) -> float | None:
        """The return, plus `unfinished` if there was no end; None if the environment failed."""
        if self.failed:
            return None
        return self.total if self.done else self.total + unfinished

    def mean(self, column: str, *, unfinished: float | None) -> float | None:
        """A column's mean over the steps at which it was due; None if there is none.

        `unfinished` stands for a column that an episode without an end never came to.
        """
        if self.failed:
            return None
        values = self.columns.get(column)
        return fmean(values) if values else None if self.done else unfinished

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for a rollout's extra fields."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Tally:
        """What `to_dict` gave."""
        return cls(**data)
