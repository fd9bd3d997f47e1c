"""The action and the observation of the number forge."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class ForgeAction(VerifiedAction):
    """An expression."""

    expression: str = Field(default="", max_length=200, description="Such as `(3 + 4) * 5`")


class ForgeObservation(VerifiedObservation):
    """The table."""

    numbers: list[int] = Field(default_factory=list, description="The numbers that may be used")
    target: int = Field(default=0, description="What the expression must be equal to")
    note: str = Field(default="", description="What became of the expression")
