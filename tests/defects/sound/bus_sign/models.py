"""Action and observation of the sign editor."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation
from pydantic import Field


class BusSignAction(Action):
    """One command of the editor."""

    tool: str = Field(default="", max_length=16, description="`lookup`, `reprint` or `post`")
    line: int = Field(default=0, description="The line to look up or to reprint, from 1")


class BusSignObservation(Observation):
    """The sign on the desk."""

    sign: list[str] = Field(default_factory=list, description="The lines as they are printed")
    complaints: list[int] = Field(default_factory=list, description="Lines passengers doubt")
    timetable: dict[int, str] = Field(default_factory=dict, description="Lines looked up so far")
    reprinted: list[int] = Field(default_factory=list, description="Lines that will be reprinted")
    lookups_left: int = Field(default=0, description="How many lines can still be looked up")
    note: str = Field(default="", description="The answer of the last command")
