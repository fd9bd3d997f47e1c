"""The valve settings of a day and the readings of the garden."""

from __future__ import annotations

from typing import Annotated

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

Litres = Annotated[float, Field(ge=0.0, le=20.0, allow_inf_nan=False)]


class GardenAction(Action):
    """What the controller does today."""

    litres: list[Litres] = Field(
        default_factory=list, max_length=3, description="Water for each bed"
    )
    harvest: bool = Field(default=False, description="Close the season now")


class GardenObservation(Observation):
    """The readings in the morning."""

    day: int = Field(default=0, description="Days played")
    moisture: list[float] = Field(
        default_factory=list, description="Moisture of each bed, 0 to 100"
    )
    tank: float = Field(default=0.0, description="Litres left")
    evaporation: float = Field(default=0.0, description="Points every bed will lose today")
    rain_chance: float = Field(default=0.0, description="Chance of rain today")
    good_beds: int = Field(default=0, description="Beds in the band at the end of the last day")
    note: str = Field(default="", description="What happened")


class GardenState(State):
    """The public state."""

    days: int = Field(default=14, description="Length of the season")
