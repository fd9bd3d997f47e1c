"""What checking a property can come to."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from hallmark_rl.conformance.core.episode_data import Episode

Status = Literal["pass", "fail", "unproved", "excluded", "error"]


class PropertyViolated(Exception):
    """The property does not hold.

    Args:
        observed: what was seen, in one or two sentences.
        episode: the calls that show it, shortest first.
    """

    def __init__(self, observed: str, episode: Episode | None = None) -> None:
        super().__init__(observed)
        self.observed = observed
        self.episode = episode


class NotApplicable(Exception):
    """The property does not apply here; the reason says why (a capability, a missing part)."""


class EvidenceMissing(Exception):
    """Evidence is missing; the message says what to write."""


@dataclass(frozen=True)
class Result:
    """The outcome of one property."""

    id: str
    status: Status
    message: str = ""
    episode: dict[str, Any] | None = None
    script: str = ""
    replay: str = ""
    seconds: float = 0.0
    output: str = ""
    figures: dict[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Plain data, for reports and for the pipe."""
        return asdict(self)
