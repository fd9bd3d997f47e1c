"""The action and the observation of Charters."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation

Passage = Literal["address", "witnesses", "seal", "clause", "subscription"]
PASSAGES: tuple[Passage, ...] = ("address", "witnesses", "seal", "clause", "subscription")


class ChartersAction(VerifiedAction):
    """One move of the archivist."""

    move: Literal["examine", "estimate", "date"] = Field(
        default="examine",
        description="`examine` reads a passage, `estimate` writes a working estimate into the "
        "notebook, `date` gives the final year and ends the episode",
    )
    passage: Passage = Field(default="address", description="The passage that `examine` reads")
    year: int = Field(
        default=1100, ge=1100, le=1299, description="The year for `estimate` and `date`"
    )


class ChartersObservation(VerifiedObservation):
    """The register of offices, and what has been read of the charter."""

    offices: str = Field(default="", description="Who held which office when; shown at the start")
    shelfmark: str = Field(default="", description="The shelfmark of the charter")
    read: dict[str, str] = Field(default_factory=dict, description="The passages read so far")
    notebook: list[int] = Field(default_factory=list, description="Working estimates so far")
    moves_left: int = Field(default=0, description="Moves that remain, the final one included")
