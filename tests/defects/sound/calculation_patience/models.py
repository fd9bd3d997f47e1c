"""Action and observation of the patience."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class CardMove(VerifiedAction):
    """Move one card."""

    source: str = Field(
        default="stock",
        max_length=8,
        description="`stock` for the next card of the stock, or w1, w2, w3 for the top of a heap",
    )
    target: str = Field(
        default="w1",
        max_length=8,
        description="f1, f2, f3 for a foundation; from the stock also w1, w2, w3 for a heap",
    )


class Table(VerifiedObservation):
    """The table after a move."""

    ranks: int = Field(default=0, description="The highest rank; the lowest is 1")
    card: int = Field(default=0, description="The rank of the next card of the stock; 0 if empty")
    stock_left: int = Field(default=0, description="Cards in the stock, with the next one")
    counts: list[int] = Field(default_factory=list, description="Cards on each foundation")
    needs: list[int] = Field(
        default_factory=list, description="The rank that each foundation needs next; 0 if full"
    )
    heaps: list[list[int]] = Field(
        default_factory=list, description="The waste heaps, each with its top card last"
    )
    note: str = Field(default="", description="Why the last move was refused, if it was")
