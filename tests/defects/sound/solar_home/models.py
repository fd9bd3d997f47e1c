"""The house, hour by hour."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class SolarHomeAction(Action):
    """What the battery does in this hour."""

    charge: int = Field(default=0, ge=-1000, le=1000, description="kWh into the battery, -3 to 3")


class SolarHomeObservation(Observation):
    """The day and the battery."""

    hour: int = Field(default=0, description="The hour that comes next")
    battery: int = Field(default=0, description="kWh in the battery")
    prices: list[int] = Field(default_factory=list, description="Cents per kWh, by hour")
    demand: list[int] = Field(default_factory=list, description="kWh needed, by hour")
    sun: list[int] = Field(default_factory=list, description="kWh from the panels, by hour")
    note: str = Field(default="")


class SolarHomeState(State):
    """The public state."""

    saved: int = Field(default=0, description="Cents saved so far")
