"""Messages of the courier."""

from typing import Literal

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class CourierAction(Action):
    """Ride to a neighbouring place, or swap the battery here."""

    kind: Literal["ride", "swap", "wait"] = "wait"
    to: str = Field(default="", max_length=20, description="Where to ride, such as C")


class CourierObservation(Observation):
    """The city and the bike."""

    roads: dict[str, dict[str, int]] = Field(default_factory=dict, description="Minutes by road")
    stock: dict[str, int] = Field(default_factory=dict, description="Full batteries at a station")
    parcels: list[str] = Field(default_factory=list, description="Places still to be served")
    at: str = ""
    charge: int = Field(default=0, description="Minutes that the battery still lasts")
    clock: int = Field(default=0, description="Minutes since the start")
    deadline: int = Field(default=0, description="The last parcel is due by this minute")
    note: str = ""


class CourierState(State):
    """The public state."""

    clock: int = 0
