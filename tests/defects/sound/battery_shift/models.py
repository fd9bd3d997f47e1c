"""The action and the observation of Battery Shift."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class BatteryShiftAction(VerifiedAction):
    """What the battery does for an hour."""

    blocks: int = Field(
        default=0,
        ge=-2,
        le=2,
        description="Blocks of energy: above 0 to buy and charge, below 0 to discharge and sell",
    )


class BatteryShiftObservation(VerifiedObservation):
    """The battery and the market at the beginning of an hour."""

    hour: int = Field(default=0, description="The hour that begins, from 0; 24 at the end")
    season: str = Field(default="", description="The season, if the market is a seasonal one")
    price: int = Field(default=0, description="Cents for a block in this hour")
    forecast: list[int] = Field(
        default_factory=list,
        description="Expected cents for a block in the next hours, up to four; 10 % off on average",
    )
    charge: int = Field(default=0, description="Blocks in the battery")
    capacity: int = Field(default=0, description="Blocks that the battery can hold")
    owed: int = Field(default=0, description="Blocks that must be left at the end of the day")
    balance: int = Field(default=0, description="Cents earned so far")
    refused: bool = Field(
        default=False, description="Whether the last action did not fit the battery"
    )
