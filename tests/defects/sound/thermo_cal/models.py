"""Action, observation and state of Thermo Cal."""

from typing import Literal

from openenv.core.env_server.types import Action, Observation, State
from pydantic import BaseModel, Field


class Reading(BaseModel):
    """One bath."""

    raw: float = Field(description="The count of the sensor")
    celsius: float = Field(description="The true temperature")


class ThermoCalAction(Action):
    """Measure another bath, or commit to a calibration."""

    kind: Literal["measure", "commit"] = Field(default="measure", description="What to do")
    gain: float = Field(default=0.0, description="With commit: degrees per count")
    offset: float = Field(default=0.0, description="With commit: degrees at count 0")


class ThermoCalObservation(Observation):
    """What is known of the sensor."""

    readings: list[Reading] = Field(default_factory=list, description="The baths so far")
    actions_left: int = Field(default=0, description="How many actions remain, from 0 to 8")
    message: str = Field(default="", description="What happened")


class ThermoCalState(State):
    """Public state."""

    baths: int = Field(default=0, description="How many baths were measured")
