"""A composition, and the task that it answers."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class ComposeAction(VerifiedAction):
    """A composition in place notation."""

    composition: str = Field(
        default="", max_length=120, description="Changes joined by dots, such as `3.125.5`"
    )


class ComposeObservation(VerifiedObservation):
    """Two rows, and how they should be joined."""

    level: int = Field(default=0, description="Difficulty, from 1")
    bells: int = Field(default=0, description="How many bells ring")
    start: str = Field(default="", description="The row that is rung first")
    target: str = Field(default="", description="The row to arrive at")
    changes: int = Field(default=0, description="How many changes a composition may have")
    notation: list[str] = Field(default_factory=list, description="Every change on this many bells")
    verdict: str = Field(default="", description="What was wrong with the composition, if anything")
