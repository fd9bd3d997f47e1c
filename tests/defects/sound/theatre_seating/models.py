"""Actions and observations of the box office."""

from typing import Literal

from openenv.core.env_server.types import Action, Observation, State
from pydantic import BaseModel, Field


class SeatingAction(Action):
    """Seat a party, release its seats, or close the plan."""

    kind: Literal["seat", "release", "close"] = Field(description="What to do")
    party: str = Field(default="", max_length=8, description="Letter of the party")
    row: int = Field(default=0, ge=0, le=50, description="For seat: row, 0 is next to the stage")
    seat: int = Field(default=0, ge=0, le=50, description="For seat: leftmost seat, from 0")


class Party(BaseModel):
    """People who want to sit together."""

    name: str
    size: int
    wish: str = Field(description="front, back, aisle or any")


class SeatingObservation(Observation):
    """The plan."""

    plan: list[str] = Field(
        default_factory=list,
        description="Rows from the stage; `.` free, `#` broken, letters are parties",
    )
    parties: list[Party] = Field(default_factory=list)
    happy: int = Field(default=0, description="Parties that are seated as they wish")
    note: str = ""


class SeatingState(State):
    """The public state."""

    level: str = "small"
