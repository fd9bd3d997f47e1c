"""The messages of the car park."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class ParkingAction(Action):
    """Where the next car goes."""

    bay: int = Field(
        default=0, ge=-1000, le=1000, description="Number of the bay, 0 to turn the car away"
    )


class ParkingObservation(Observation):
    """What the attendant sees."""

    bays: list[str] = Field(default_factory=list, description="The bays, as `1: M charger, free`")
    queue: list[str] = Field(
        default_factory=list, description="The cars that wait, the next one first"
    )
    said: str = Field(default="", description="What happened to the last car")
    parked: int = Field(default=0, description="Cars parked so far")


class ParkingState(State):
    """The public state."""

    parked: int = Field(default=0, description="Cars parked so far")
