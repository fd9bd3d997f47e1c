"""Action, observation and state of the concierge."""

from __future__ import annotations

from typing import Any

from openenv.core.env_server.types import Action, Observation, State
from pydantic import BaseModel, Field


class HotelConciergeAction(Action):
    """A call of a tool."""

    tool: str = Field(default="", max_length=20, description="search, book, cancel or finish")
    arguments: dict[str, Any] = Field(default_factory=dict, description="Arguments of the tool")


class Service(BaseModel):
    """Something that can be booked."""

    service: str = Field(description="Its id")
    kind: str = Field(description="Its kind")
    tags: list[str] = Field(description="What it offers")
    price: int = Field(description="Price per person")


class HotelConciergeObservation(Observation):
    """The desk of the concierge."""

    wishes: list[str] = Field(default_factory=list, description="`kind, tag, N persons`")
    money: int = Field(default=0, description="What is left of the budget")
    bookings: dict[str, int] = Field(
        default_factory=dict, description="Booked services and their quantities"
    )
    found: list[Service] = Field(default_factory=list, description="Result of a search")
    message: str = Field(default="", description="Message of the tool")


class HotelConciergeState(State):
    """The public state."""

    budget: int = Field(default=0, description="Budget at the start")
