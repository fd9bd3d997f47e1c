"""Order, booking and observation of the ferry."""

from typing import Literal

from openenv.core.env_server.types import Action, Observation
from pydantic import BaseModel, Field


class FerryAction(Action):
    """One order of the skipper."""

    order: Literal["cross", "wait", "tie_up"] = Field(default="tie_up", description="What to do")
    vehicles: list[str] = Field(
        default_factory=list, max_length=20, description="For `cross`: ids of the vehicles to load"
    )
    minutes: int = Field(default=1, ge=1, le=120, description="For `wait`: how long")


class Booking(BaseModel):
    """A vehicle that wants to the other shore."""

    id: str
    kind: str
    shore: str = Field(description="Where it waits: north or south")
    length: int = Field(description="Metres of deck that it needs")
    fare: int = Field(description="Coins")
    ready: int = Field(description="The minute from which it can be loaded")


class FerryObservation(Observation):
    """The slip, the clock and the bookings that were not carried yet."""

    minute: int = Field(default=0, description="Minutes since the window opened")
    closes: int = Field(default=0, description="The last minute at which the ferry may cast off")
    shore: str = Field(default="", description="Where the ferry lies")
    crossing_minutes: int = Field(default=0, description="How long a crossing takes")
    deck_metres: int = Field(default=0, description="Room for vehicles")
    fuel: int = Field(default=0, description="Coins for each crossing")
    wage: int = Field(default=0, description="Coins for each minute at the slip or under way")
    bookings: list[Booking] = Field(default_factory=list, description="Not carried yet")
    takings: int = Field(default=0, description="Coins earned so far, less all costs")
    note: str = Field(default="", description="What the last order did")
