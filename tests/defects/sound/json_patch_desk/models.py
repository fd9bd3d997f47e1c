"""Messages of the patch desk."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class JsonPatchDeskAction(Action):
    """A patch."""

    patch: str = Field(default="", max_length=4000, description="A JSON array of operations")


class JsonPatchDeskObservation(Observation):
    """The desk."""

    document: str = Field(default="", description="The document, as JSON")
    request: list[str] = Field(default_factory=list, description="What is to be changed")
    tries_left: int = Field(default=0, description="Patches that may still be sent")
    answer: str = Field(default="", description="What became of the last patch")


class JsonPatchDeskState(State):
    """The public state."""

    changes: int = Field(default=0, description="Changes in the request")
