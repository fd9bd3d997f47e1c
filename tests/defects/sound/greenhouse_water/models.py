"""What the gardener decides each morning, and what the instruments show."""

from __future__ import annotations

from typing import Annotated

from openenv.core.env_server.types import Action, Observation
from pydantic import BaseModel, Field

Litres = Annotated[int, Field(ge=0, le=2000)]


class WateringAction(Action):
    """The water of one day."""

    litres: dict[str, Litres] = Field(
        default_factory=dict,
        max_length=12,
        description="Litres for each bed by its name; a bed that is left out gets none",
    )


class Bed(BaseModel):
    """A bed of the greenhouse."""

    name: str = Field(description="The crop, which names the bed")
    area: int = Field(description="Square metres; a litre raises one square metre by 1 mm")
    thirst: int = Field(description="Water use in percent of the day's evaporation")
    lowest: float = Field(description="Lower end of the comfortable band, in mm")
    highest: float = Field(description="Upper end of the comfortable band, in mm")
    moisture: float = Field(description="Moisture this morning, in mm")


class WateringObservation(Observation):
    """The greenhouse in the morning, before it is watered."""

    climate: str = Field(default="", description="Where the greenhouse stands")
    day: int = Field(default=0, description="The day of the week, from 1; 0 without an episode")
    beds: list[Bed] = Field(default_factory=list, description="The beds")
    cistern: int = Field(default=0, description="Litres in the cistern, this night's rain included")
    evaporation: float = Field(default=0.0, description="Evaporation of this day, in mm")
    outlook: list[float] = Field(
        default_factory=list, description="Forecast of the evaporation of the days after, in mm"
    )
    in_band: int = Field(default=0, description="Bed-days so far that ended within the band")
    note: str = Field(default="", description="Why nothing was watered on the day before, if so")
