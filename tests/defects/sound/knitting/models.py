"""The action and the observation of the knitting counter."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class KnittingAction(VerifiedAction):
    """The number of stitches after the row that is asked for."""

    stitches: int = Field(
        default=0, ge=0, le=999, description="Stitches on the needle after the row"
    )


class KnittingObservation(VerifiedObservation):
    """The pattern and the question."""

    title: str = Field(default="", description="Name of the pattern, with its yarn")
    cast_on: int = Field(default=0, description="How many stitches are cast on")
    rows: list[str] = Field(default_factory=list, description="The rows of the pattern, in order")
    row: int = Field(
        default=0, description="The row that is asked for, from 1; 0 after the last one"
    )
