"""The action and the observation of Courier Shift."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class CourierShiftAction(VerifiedAction):
    """One move of the courier."""

    kind: Literal["deliver", "wait", "decline"] = Field(
        default="wait", description="`deliver` or `decline` an open order, or `wait`"
    )
    order: int = Field(default=0, ge=0, le=99, description="The order, for deliver and decline")
    minutes: int = Field(default=10, ge=1, le=30, description="How long to wait at most")


class OpenOrder(BaseModel):
    """An order that came in and was neither delivered nor declined."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    order: int = Field(description="The number of the order")
    x: int = Field(description="Where it goes: blocks to the east")
    y: int = Field(description="Where it goes: blocks to the north")
    due: int = Field(description="The minute until which it is on time")


class CourierShiftObservation(VerifiedObservation):
    """The courier and the open orders."""

    minute: int = Field(default=0, description="Minutes since the shift began")
    shift: int = Field(default=0, description="Minutes of a shift")
    moves_left: int = Field(default=0, description="How many moves remain")
    x: int = Field(default=0, description="Where the courier is: blocks to the east")
    y: int = Field(default=0, description="Where the courier is: blocks to the north")
    minutes_per_block: int = Field(default=0, description="How long a block takes")
    orders: list[OpenOrder] = Field(default_factory=list, description="The open orders")
    on_time: int = Field(default=0, description="Orders that were delivered on time")
    note: Literal["", "no such order"] = Field(
        default="", description="Why the last move did nothing, if it did nothing"
    )
