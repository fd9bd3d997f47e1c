"""The action and the observation of Cash Till."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class CashTillAction(VerifiedAction):
    """The coins that are given."""

    coins: list[int] = Field(default_factory=list, max_length=40, description="Coins, in cents")


class CashTillObservation(VerifiedObservation):
    """The sale and the till."""

    price: int = Field(default=0, description="What the goods cost, in cents")
    paid: int = Field(default=0, description="What the customer gave, in cents")
    till: dict[str, int] = Field(default_factory=dict, description="Number of coins by their value")
    note: Literal["", "wrong sum", "not in the till"] = Field(
        default="", description="Why the last change was not right"
    )
