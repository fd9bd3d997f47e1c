"""Prices and sales."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation
from pydantic import Field


class PriceAction(Action):
    """The prices of one day, in euros."""

    bread: float = Field(default=0.0, ge=0, le=50, allow_inf_nan=False)
    croissant: float = Field(default=0.0, ge=0, le=50, allow_inf_nan=False)
    cake: float = Field(default=0.0, ge=0, le=50, allow_inf_nan=False)


class ShopObservation(Observation):
    """The sales of the last day and the weather of the coming one."""

    town: str = Field(default="", description="Where the bakery is")
    day: int = Field(default=0, description="The day to set prices for, from 1 to 7")
    weather: str = Field(default="", description="The weather of that day")
    costs: dict[str, float] = Field(default_factory=dict, description="What a piece costs to make")
    last_prices: dict[str, float] = Field(default_factory=dict, description="Yesterday's prices")
    last_sold: dict[str, float] = Field(default_factory=dict, description="Pieces sold yesterday")
    last_profit: float = Field(default=0.0, description="Yesterday's profit")
    note: str = Field(default="", description="Anything else to know")
