"""Orders, fills and the book."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class Order(BaseModel):
    """A limit order."""

    id: str
    side: Literal["buy", "sell"]
    price: int
    quantity: int
    time: int


class Fill(BaseModel):
    """A trade with a resting order."""

    id: str = Field(max_length=20)
    quantity: int


class BookMatchAction(VerifiedAction):
    """The trades of the incoming order, in order."""

    fills: list[Fill] = Field(default_factory=list, max_length=40)


class BookMatchObservation(VerifiedObservation):
    """The book and the incoming order."""

    rules: str = ""
    book: list[Order] = Field(default_factory=list, description="Resting orders, by id")
    incoming: Order | None = None
    left: int = Field(default=0, description="Orders to be matched, this one included")
    note: str = ""
