"""The action and the observation of the gold panner."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class PannerAction(VerifiedAction):
    """What to do today."""

    op: Literal["pan", "sell", "buy", "return", "leave"] = Field(
        default="leave", description="What to do"
    )
    amount: int = Field(default=0, ge=0, le=100000, description="Grains or sluices")


class PannerObservation(VerifiedObservation):
    """The panner's belongings, and the prices."""

    day: int = Field(default=0, description="Today, from 1")
    days: int = Field(default=0, description="The last day")
    cash: int = Field(default=0, description="Money in cents")
    grains: int = Field(default=0, description="Gold in grains")
    sluices: int = Field(default=0, description="Sluices that you own")
    gold_price: int = Field(default=0, description="Cents for a grain today")
    sluice_price: int = Field(default=0, description="Cents for a sluice, without a discount")
    target: int = Field(default=0, description="The profit in cents that pays everything")
    note: str = Field(default="", description="What happened yesterday")
