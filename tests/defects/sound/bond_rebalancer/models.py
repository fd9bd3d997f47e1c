"""The action and the observation of the rebalancer."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class Trade(VerifiedAction):
    """Buy, sell or finish."""

    kind: Literal["trade", "finish"] = Field(default="trade", description="Trade, or be done")
    bond: str = Field(default="", max_length=40, description="Name of the bond")
    amount: float = Field(
        default=0.0,
        allow_inf_nan=False,
        description="Market value in thousands of pounds; negative to sell",
    )


class Position(BaseModel):
    """One bond of the portfolio."""

    bond: str = Field(description="Name of the bond")
    value: float = Field(description="Market value held, in thousands of pounds")
    target: float = Field(description="Target weight; those of all bonds add up to less than 1")


class PortfolioObservation(VerifiedObservation):
    """The portfolio after the last trade."""

    positions: list[Position] = Field(default_factory=list, description="The bonds")
    cash: float = Field(default=0.0, description="Cash, in thousands of pounds")
    total: float = Field(default=0.0, description="Value of the portfolio, cash included")
    commission: float = Field(default=0.0, description="Commission paid so far")
    budget: float = Field(default=0.0, description="The most commission that may be paid")
    message: str = Field(default="", description="What happened to the last trade")
