"""Action and observation of the flood desk."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation
from pydantic import Field


class HydrologyDeskAction(Action):
    """The answer to a ticket."""

    text: str = Field(
        default="",
        max_length=400,
        description="Ends with: flow=<m3/s> alert=<none|watch|warning|flood>",
    )


class HydrologyDeskObservation(Observation):
    """A ticket."""

    ticket: int = Field(default=0, description="The number of the ticket")
    level: int = Field(default=1, description="1: in km2 and mm/h, 2: in other units")
    question: str = Field(default="", description="What is asked")
    note: str = Field(default="", description="What became of the answer")
