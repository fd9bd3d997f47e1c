"""The draw that is handed in, and the table of the league."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class CupDrawAction(VerifiedAction):
    """The first round."""

    draw: str = Field(default="", max_length=800, description="Such as `Ada v bye; Flo v Gus`")


class CupDrawObservation(VerifiedObservation):
    """The players in no particular order."""

    points: dict[str, int] = Field(default_factory=dict, description="Points in the league")
    wins: dict[str, int] = Field(default_factory=dict, description="Wins in the league")
    note: str = Field(default="", description="What became of the draw")
