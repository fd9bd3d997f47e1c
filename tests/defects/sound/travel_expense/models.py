"""What the clerk pays out and sees."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class Receipt(BaseModel):
    """A receipt, and what was paid out for it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: int = Field(description="The number of the receipt")
    purpose: str = Field(description="What the traveller bought")
    euros: str = Field(description="The amount in euros")
    paid: str = Field(description="What has been paid out for it, in euros")


class TravelExpenseAction(VerifiedAction):
    """One act at the desk."""

    kind: Literal["pay", "close"] = Field(default="close", description="pay, or close the desk")
    receipt: int = Field(default=0, description="The receipt to pay")
    euros: float = Field(default=0.0, description="The amount in euros, such as 4.35")


class TravelExpenseObservation(VerifiedObservation):
    """The receipts and the cash box."""

    box: str = Field(default="", description="What is in the cash box, in euros")
    receipts: list[Receipt] = Field(default_factory=list, description="All receipts")
    acts_left: int = Field(default=0, description="Acts that remain")
    note: str = Field(default="", description="Why the last payment was refused")
