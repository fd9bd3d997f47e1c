"""The clerk's actions and desk."""

from __future__ import annotations

from typing import Any

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class RefundAction(Action):
    """Look up a booking, or settle the case."""

    kind: str = Field(default="", max_length=20, description="lookup or settle")
    reference: str = Field(default="", max_length=20, description="For lookup: booking reference")
    decision: str = Field(
        default="", max_length=20, description="For settle: refund, voucher or deny"
    )
    cents: int = Field(
        default=0, ge=0, le=10_000_000, description="For settle: amount in cents; 0 for deny"
    )


class RefundObservation(Observation):
    """The desk."""

    letter: str = Field(default="", description="What the customer wrote")
    booking: dict[str, Any] = Field(
        default_factory=dict, description="The booking, once it is looked up"
    )
    note: str = Field(default="", description="Message of the system")
    parts: dict[str, float] = Field(
        default_factory=dict, description="After settling: parts of the reward"
    )


class RefundState(State):
    """The public state."""

    level: str = Field(default="easy", description="easy or hard")
