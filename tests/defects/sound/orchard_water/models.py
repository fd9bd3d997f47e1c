"""The action and the observation of Orchard Water."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class OrchardWaterAction(VerifiedAction):
    """What is done in the morning of a day."""

    draw: int = Field(default=0, ge=0, le=30, description="Water from the mains into the cistern")
    irrigate: int = Field(default=0, ge=0, le=20, description="Water from the cistern to the trees")


class Forecast(BaseModel):
    """The weather of a day."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    rain: int = Field(description="Rain, in mm")
    evaporation: int = Field(description="What the soil loses, in mm")


class OrchardWaterObservation(VerifiedObservation):
    """The orchard in the morning."""

    day: int = Field(default=0, description="The number of the day that begins, from 1")
    days_left: int = Field(default=0, description="Days that remain, this one included")
    moisture: int = Field(default=0, description="Moisture of the soil, from 0 to 100")
    cistern: int = Field(default=0, description="Water in the cistern")
    forecast: list[Forecast] = Field(
        default_factory=list, description="The weather of this day and of the next two"
    )
    good_days: int = Field(default=0, description="Days so far that ended with good moisture")
    meter: int = Field(default=0, description="What the water meter shows")
    spent: float = Field(default=0.0, description="What the water has cost so far")
    note: str = Field(default="", description="What was not possible yesterday, if anything")
