"""Action, observation and state of Ferry Book."""

from typing import Any, Literal

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class FerryAction(Action):
    """One use of a tool of the booking desk."""

    tool: Literal["timetable", "details", "book"] = Field(
        default="timetable", description="timetable: all sailings; details: of one; book: one"
    )
    sailing: str = Field(default="", max_length=16, description="For `details` and `book`")


class FerryObservation(Observation):
    """The party at the desk, and what the tools have returned so far."""

    level: int = Field(default=0, description="Difficulty, from 1")
    route: str = Field(default="", description="From which harbour to which")
    terms: str = Field(default="", description="The terms of this route")
    party: dict[str, Any] = Field(default_factory=dict, description="Who wants to travel, and how")
    timetable: dict[str, str] = Field(
        default_factory=dict, description="Departures by sailing, once the tool was used"
    )
    details: list[dict[str, Any]] = Field(
        default_factory=list, description="The sailings that were looked up so far"
    )
    steps_left: int = Field(default=0, description="How many uses of tools remain")
    message: str = Field(default="", description="What happened")


class FerryState(State):
    """Public facts about the episode."""

    level: int = Field(default=0, description="Difficulty, from 1")
    split: str = Field(default="", description="train or test")
