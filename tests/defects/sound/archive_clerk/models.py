"""The reading room's forms."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class ArchiveAction(Action):
    """A request to the clerk, in text."""

    message: str = Field(
        default="", max_length=400, description="`search: words` or `answer: shelf mark`"
    )


class ArchiveObservation(Observation):
    """The clerk's reply, in text."""

    message: str = Field(default="", description="What the clerk says")


class ArchiveState(State):
    """Public state."""

    searches: int = Field(default=0, description="Searches so far")
