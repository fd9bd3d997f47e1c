"""Orders and sales."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class ShopAction(Action):
    """An order."""

    text: str = Field(default="", max_length=40, description="order N")


class ShopObservation(Observation):
    """The shop in the morning."""

    day: int = Field(default=0, description="The day, from 1")
    stock: int = Field(default=0, description="Bottles on the shelf")
    sold: int = Field(default=0, description="Bottles sold yesterday")
    lost: int = Field(default=0, description="Customers who found none yesterday")
    profit: float = Field(default=0.0, description="Profit so far")


class ShopState(State):
    """The public state."""

    level: str = Field(default="calm", description="The level")
