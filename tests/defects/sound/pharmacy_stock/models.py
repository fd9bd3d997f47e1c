"""The action and the observation of Pharmacy Stock."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class StockAction(VerifiedAction):
    """The order of a day."""

    boxes: int = Field(default=0, ge=0, le=60, description="How many boxes to order this morning")


class StockObservation(VerifiedObservation):
    """The shelf in the morning, and what happened the day before."""

    day: int = Field(default=0, description="The day that begins, from 1; 11 after the last day")
    stock: int = Field(default=0, description="Boxes on the shelf, before the order")
    forecast: int = Field(default=0, description="Expected demand of this day; it may be 6 off")
    sold: int = Field(default=0, description="Boxes sold the day before")
    lost: int = Field(default=0, description="Boxes that were asked for but missing the day before")
    profit: float = Field(default=0.0, description="Euros earned so far")
