"""Actions and observations."""

from __future__ import annotations

from openenv.core.env_server import Action, Observation
from pydantic import BaseModel, Field


class CheckAction(Action):
    """One step: a look-up or the verdict."""

    tool: str = Field(default="", max_length=16, description="lookup or verdict")
    text: str = Field(
        default="", max_length=200, description="A country, or true/false for each claim"
    )


class Turn(BaseModel):
    """What one speaker claims."""

    speaker: str = ""
    claim: str = ""


class DebateObservation(Observation):
    """The debate and the entries that were looked up."""

    debate: list[Turn] = Field(default_factory=list, description="The claims, in order")
    entries: list[str] = Field(default_factory=list, description="The result of each look-up")
    steps_left: int = Field(default=0, description="Steps until the episode ends")
