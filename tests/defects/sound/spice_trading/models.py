"""The action and the observation of the spice trade."""

from __future__ import annotations

from typing import Literal

from openenv.core.env_server.types import Action, Observation
from pydantic import Field


class TradeAction(Action):
    """One thing to do."""

    act: Literal["buy", "sell", "sail", "wait", "end"] = Field(default="wait", description="What")
    spice: str = Field(default="", max_length=16, description="For buy and sell")
    sacks: int = Field(default=0, ge=0, le=40, description="For buy and sell")
    port: str = Field(default="", max_length=16, description="For sail")


class TradeObservation(Observation):
    """The boat and the almanac."""

    port: str = Field(default="", description="Where the boat lies")
    home: str = Field(default="", description="Where the season began")
    days_left: int = Field(default=0, description="Days until the season ends")
    coins: int = Field(default=0, description="Coins in the chest")
    hold: dict[str, int] = Field(default_factory=dict, description="Sacks on board")
    room: int = Field(default=0, description="Further sacks that fit")
    barrels: int = Field(default=0, description="Barrels on hire")
    prices: dict[str, dict[str, int]] = Field(
        default_factory=dict, description="Port, spice: coins for a sack"
    )
    target: int = Field(default=0, description="The profit that earns the full reward")
    profit: int = Field(default=0, description="Coins now, less the coins at the beginning")
    note: str = Field(default="", description="Why the last action was refused, if it was")
