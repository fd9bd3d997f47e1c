"""The action and the observation of the calendar merge."""

from __future__ import annotations

from typing import Literal

from openenv.core.env_server.types import Action, Observation
from pydantic import BaseModel, Field


class CalendarAction(Action):
    """One operation on the calendar."""

    op: Literal["drop", "move", "finish"] = Field(default="finish", description="What to do")
    id: str = Field(default="", max_length=8, description="The entry to drop or to move")
    day: int = Field(default=0, ge=0, le=9, description="The new day of a moved entry, from 1")
    start: int = Field(default=0, ge=0, le=23, description="The new start hour of a moved entry")


class Entry(BaseModel):
    """An entry of the calendar."""

    id: str = Field(description="Unique id")
    title: str = Field(description="The meeting")
    owner: str = Field(description="Whose calendar it is from")
    day: int = Field(description="Day, from 1")
    start: int = Field(description="Start hour")
    hours: int = Field(description="Length")
    movable: bool = Field(description="Whether it can be moved")


class CalendarObservation(Observation):
    """The calendar as it stands."""

    days: int = Field(default=0, description="Days of the calendar")
    entries: list[Entry] = Field(default_factory=list, description="All entries")
    steps_left: int = Field(default=0, description="Steps that remain")
    note: str = Field(default="", description="What became of the last operation")
