"""What the referee sees and says."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class BoutRefereeAction(VerifiedAction):
    """A call: who gets a touch."""

    left: bool = Field(default=False, description="A touch for the fencer on the left")
    right: bool = Field(default=False, description="A touch for the fencer on the right")


class BoutRefereeObservation(VerifiedObservation):
    """A phrase of the bout."""

    rules: str = ""
    weapon: str = Field(default="", description="foil, epee or sabre")
    phrase: list[str] = Field(default_factory=list, description="What happened, in order")
    lights: dict[str, str] = Field(default_factory=dict, description="off, valid or white")
    tally: dict[str, int] = Field(default_factory=dict, description="Touches that were due so far")
    number: int = Field(default=0, description="The phrase, from 1")
