"""Messages of the clerk, documents of the file."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class ClaimDeskAction(Action):
    """A line from the clerk."""

    message: str = Field(default="", max_length=200, description="open ..., pay ... or deny ...")


class ClaimDeskObservation(Observation):
    """The answer of the desk."""

    text: str = Field(default="", description="The document, or what happened")
    messages_left: int = Field(default=0)


class ClaimDeskState(State):
    """The public state."""

    opened: list[str] = Field(default_factory=list, description="Documents that were opened")
