"""Messages of the research desk."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class ResearchAction(Action):
    """A command as text."""

    command: str = Field(
        default="", max_length=500, description="search: WORDS, open: NUMBER or answer: TOWN"
    )


class ResearchObservation(Observation):
    """What the engine shows."""

    question: str = Field(default="", description="The question")
    page: str = Field(default="", description="Results, a document or a message")
    steps_left: int = Field(default=0, description="Commands that remain")


class ResearchState(State):
    """Public state."""

    opened: int = Field(default=0, description="Documents opened")
