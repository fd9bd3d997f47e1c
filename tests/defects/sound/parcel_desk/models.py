"""The action and the observation of the parcel desk."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class DeskAction(VerifiedAction):
    """Look something up, or quote a price."""

    kind: Literal["quote", "zone", "tape", "scale"] = Field(
        default="quote", description="`zone`, `tape` and `scale` are lookups; `quote` ends the case"
    )
    cents: int = Field(default=0, ge=0, le=100_000, description="The price, for `quote`")


class ParcelObservation(VerifiedObservation):
    """The customer's slip, the tariff, and what has been looked up."""

    slip: str = Field(default="", description="What the customer wrote")
    tariff: dict[str, list[int]] = Field(
        default_factory=dict, description="By zone, the cents of each weight band"
    )
    bands_g: list[int] = Field(default_factory=list, description="The upper limit of each band")
    known: dict[str, str] = Field(
        default_factory=dict, description="Zone, size and weight, if known"
    )
    fees: float = Field(default=0.0, description="The fees that were booked for lookups")
    result: str = Field(default="", description="`right` or `wrong`, after the quote")
