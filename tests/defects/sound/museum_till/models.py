"""What passes over the counter."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class MuseumTillAction(VerifiedAction):
    """The price for the party at the counter."""

    total: int = Field(default=-1, ge=-1, le=1_000_000, description="In cents")


class MuseumTillObservation(VerifiedObservation):
    """The party at the counter."""

    prices: str = Field(default="", description="The board on the wall")
    adult: int = Field(default=0, description="Price for an adult in cents")
    ages: list[int] = Field(default_factory=list, description="Ages of the party")
    waiting: int = Field(default=0, description="Parties still to be served, this one included")
    note: str = ""
