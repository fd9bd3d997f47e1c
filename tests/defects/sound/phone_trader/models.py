"""What the trader does and sees."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class Offer(BaseModel):
    """A phone on the wholesaler's shelf."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: int = Field(description="The number of the phone")
    model: str = Field(description="Its model")
    price: int = Field(description="The list price in euros")


class Held(BaseModel):
    """A phone in your hands."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: int = Field(description="The number of the phone")
    model: str = Field(description="Its model")
    paid: int = Field(description="What you paid for it")
    worth: int = Field(description="What a customer pays for it, after a look inside")


class PhoneTraderAction(VerifiedAction):
    """One deal."""

    kind: Literal["buy", "sell", "return", "close"] = Field(
        default="close", description="buy phones, sell one, return one, or close the shop"
    )
    phones: list[int] = Field(
        default_factory=list, max_length=10, description="The numbers of the phones"
    )


class PhoneTraderObservation(VerifiedObservation):
    """Shelf, stock and cash."""

    cash: int = Field(default=0, description="Your cash in euros")
    start_cash: int = Field(default=0, description="Your cash at the start")
    shelf: list[Offer] = Field(default_factory=list, description="Phones that can be bought")
    stock: list[Held] = Field(default_factory=list, description="Phones that you hold")
    deals_left: int = Field(default=0, description="Deals that remain")
    note: str = Field(default="", description="Why the last deal was refused")
