"""Action and observation of the hotel desk."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class DeskAction(VerifiedAction):
    """The decision for one night."""

    accept: int = Field(default=0, ge=0, le=200, description="How many requests to accept")
    voucher: int = Field(default=0, ge=0, le=500, description="Voucher for guests without a room")


class DeskObservation(VerifiedObservation):
    """The desk in the morning, with the result of the last night."""

    night: int = Field(default=0, description="Nights played")
    nights_left: int = Field(default=0, description="Nights that remain")
    rooms: int = Field(default=0, description="Rooms of the hotel")
    requests: int = Field(default=0, description="Requests for tonight")
    no_show_rate: float = Field(default=0.0, description="Share of guests who do not come tonight")
    price: int = Field(default=0, description="Price of a room")
    fair_voucher: int = Field(default=0, description="Smallest voucher that guests take tonight")
    relocation: int = Field(default=0, description="Further cost of a guest who refuses a voucher")
    last_shows: int = Field(default=0, description="Guests who came last night")
    last_walked: int = Field(default=0, description="Guests without a room last night")
    profit: int = Field(default=0, description="Profit so far")
