"""Action, observation and state of the garden."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import BaseModel, Field


class IrrigationWeekAction(Action):
    """Water for the day."""

    water: list[int] = Field(
        default_factory=list, max_length=10, description="Water for each bed, 0 to 60"
    )


class Bed(BaseModel):
    """A bed in the morning."""

    crop: str = Field(description="What grows there")
    moisture: int = Field(description="Moisture now")
    low: int = Field(description="Least moisture that is well")
    high: int = Field(description="Greatest moisture that is well")
    loss: int = Field(description="What the bed loses in a day")


class IrrigationWeekObservation(Observation):
    """The garden in the morning."""

    day: int = Field(default=0, description="Day, from 1; 8 after the week")
    beds: list[Bed] = Field(default_factory=list, description="The three beds")
    rain: list[int] = Field(
        default_factory=list, description="Rain of today and of the days that follow"
    )
    tank: int = Field(default=0, description="Water in the tank")
    allowance: int = Field(
        default=0, description="Water that may be used in the week without a deduction"
    )
    note: str = Field(default="", description="What came of the last action")
    parts: dict[str, float] = Field(
        default_factory=dict, description="After the week: health and deduction"
    )


class IrrigationWeekState(State):
    """The public state."""

    index: int = Field(default=0, description="Number of the week")
