"""What a trader orders and what she sees at a market."""

from __future__ import annotations

from typing import Literal

from openenv.core.env_server import Action, Observation
from pydantic import BaseModel, ConfigDict, Field


class Order(BaseModel):
    """One line of the day's orders."""

    model_config = ConfigDict(extra="forbid")

    side: Literal["buy", "sell"] = Field(default="buy", description="`buy` or `sell`")
    good: str = Field(default="", max_length=20, description="Name of a good, such as `salt`")
    loads: int = Field(default=1, ge=1, le=99, description="How many camel loads")


class CaravanTradeAction(Action):
    """The orders of a day, carried out one after the other; then the caravan moves on."""

    orders: list[Order] = Field(default_factory=list, max_length=12, description="At most 12 lines")


class CaravanTradeObservation(Observation):
    """The market where the caravan rests."""

    town: str = Field(default="", description="Where the caravan rests")
    next_town: str = Field(default="", description="Where it goes next; empty at the end")
    legs_left: int = Field(default=0, description="Legs to the end of the road")
    camels: int = Field(default=0, description="Loads that the caravan can carry")
    cash: int = Field(default=0, description="Dinars in the chest")
    cargo: dict[str, int] = Field(default_factory=dict, description="Loads aboard, by good")
    prices: dict[str, int] = Field(default_factory=dict, description="Dinars for a load, here")
    next_prices: dict[str, int] = Field(default_factory=dict, description="The same in `next_town`")
    wages: int = Field(default=0, description="Dinars for the drivers, due at the end of the road")
    note: str = Field(default="", description="What became of the orders")
