"""Action, observation and state of Plankton Cruise."""

from typing import Any, Literal

from openenv.core.env_server.types import Action, Observation, State
from pydantic import BaseModel, Field


class CruiseAction(Action):
    """Steam to a mile and tow the net there, or report where the plankton is densest."""

    kind: Literal["tow", "report"] = Field(
        default="tow", description="tow: costs hours; report: ends the cruise"
    )
    mile: float = Field(
        default=0.0, ge=0.0, le=60.0, allow_inf_nan=False, description="Miles from the harbour"
    )


class Tow(BaseModel):
    """A tow and its catch."""

    mile: float = Field(description="Where the net was towed")
    count: int = Field(description="Animals in the sample")


class CruiseObservation(Observation):
    """The ship's papers."""

    level: int = Field(default=0, description="Difficulty, from 1")
    patch_miles: float = Field(default=0.0, description="Standard deviation of the patch, in miles")
    bridge_log: dict[str, Any] = Field(
        default_factory=dict, description="Weather, as the mate wrote it down before departure"
    )
    position: float = Field(default=0.0, description="Where the ship is")
    hours_left: float = Field(default=0.0, description="Hours of ship time that remain")
    tows: list[Tow] = Field(default_factory=list, description="The tows so far, oldest first")
    steps_left: int = Field(default=0, description="How many actions remain")
    message: str = Field(default="", description="What happened")


class CruiseState(State):
    """Public facts about the episode."""

    level: int = Field(default=0, description="Difficulty, from 1")
