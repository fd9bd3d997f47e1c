"""The action and the observation of the config editor."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation
from pydantic import Field


class CommandAction(Action):
    """One command."""

    command: str = Field(default="", max_length=500, description="set, unset, show or commit")


class ConfigObservation(Observation):
    """The request, and the answer to the last command."""

    request: list[str] = Field(default_factory=list, description="What has to change")
    sections: list[str] = Field(default_factory=list, description="The sections of the file")
    output: str = Field(default="", description="What the last command printed")
    ok: bool = Field(default=True, description="Whether the last command was carried out")
    commands: int = Field(default=0, description="Commands so far")
    commands_left: int = Field(default=0, description="Commands until the episode ends")
