"""The pilot's command, and the map with the wind forecast."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation
from pydantic import BaseModel, Field


class DroneAction(Action):
    """One command for the drone."""

    command: str = Field(
        default="", max_length=16, description="`north`, `east`, `south`, `west`, `hover` or `land`"
    )


class SiteCard(BaseModel):
    """A place to photograph."""

    x: int
    y: int
    value: int
    photographed: bool = False


class DroneObservation(Observation):
    """The map; x grows to the east, y to the north, both from 0."""

    width: int = Field(default=0, description="Cells from west to east")
    height: int = Field(default=0, description="Cells from south to north")
    base: list[int] = Field(default_factory=list, description="x and y of the base")
    drone: list[int] = Field(default_factory=list, description="x and y of the drone")
    battery: int = Field(default=0, description="Units left")
    sites: list[SiteCard] = Field(default_factory=list, description="The places to photograph")
    forecast: list[str] = Field(
        default_factory=list,
        description="Where the wind blows to in the next step, and in each step after it",
    )
    gusts: bool = Field(default=False, description="Whether a step may use one unit more")
    note: str = Field(default="", description="What happened in the last step")
