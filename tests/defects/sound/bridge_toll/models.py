"""The question about a crossing, and the answer."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class Band(BaseModel):
    """A line of the toll table."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    start: str = Field(description="From this time on")
    toll: int = Field(description="The toll in euros, until the next line begins")


class BridgeTollAction(VerifiedAction):
    """A departure."""

    answer: str = Field(default="", max_length=200, description="The time of departure, HH:MM")


class BridgeTollObservation(VerifiedObservation):
    """A journey over the bridge."""

    table: list[Band] = Field(default_factory=list, description="The toll table of the day")
    earliest: str = Field(default="", description="You cannot depart before")
    latest: str = Field(default="", description="You must arrive by")
    to_bridge: int = Field(default=0, description="Minutes from home to the toll gate")
    beyond: int = Field(default=0, description="Minutes from the toll gate to the destination")
    journey: int = Field(default=0, description="The number of the journey, from 1")
    journeys: int = Field(default=0, description="How many journeys there are")
    note: str = Field(default="", description="About the last answer")
