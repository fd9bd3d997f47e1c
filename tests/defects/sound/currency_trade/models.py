"""Action, observation and state of the currency desk."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class CurrencyDeskAction(Action):
    """One exchange; none if both currencies are the same."""

    sell: str = Field(default="EUR", max_length=8, description="Currency that is given")
    buy: str = Field(default="EUR", max_length=8, description="Currency that is received")
    percent: int = Field(default=100, ge=0, le=100, description="Share of the holding to sell")


class CurrencyDeskObservation(Observation):
    """The desk on a morning."""

    day: int = Field(default=0, description="Days gone")
    holdings: dict[str, float] = Field(default_factory=dict, description="Units by currency")
    rates: dict[str, float] = Field(default_factory=dict, description="Euros for a unit, today")
    bulletin: dict[str, float] = Field(default_factory=dict, description="The same, tomorrow")
    note: str = Field(default="", description="What became of the last order")


class CurrencyDeskState(State):
    """Public state."""

    split: str = Field(default="train", description="Split of the market")
