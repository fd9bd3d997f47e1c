"""The action and the observation of Museum Loans."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation

Code = Annotated[str, Field(max_length=8)]


class LoansAction(VerifiedAction):
    """A list of loans: a draft, whose totals are then shown, or the final list."""

    loans: list[Code] = Field(
        default_factory=list, max_length=24, description="The codes of the loans, each once"
    )
    final: bool = Field(default=False, description="Whether this list is final")


class Offer(BaseModel):
    """An object that another museum would lend."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    code: str = Field(description="Such as M07")
    title: str = Field(description="What it is")
    volume: int = Field(description="Volume of its case, in litres")
    insured: int = Field(description="Insured value, in thousands")
    appeal: int = Field(description="How many visitors it is expected to draw, in hundreds")


class LoansObservation(VerifiedObservation):
    """The offers, the limits, and the totals of the last list."""

    level: int = Field(default=0, description="Difficulty, from 1")
    offers: list[Offer] = Field(default_factory=list, description="What can be borrowed")
    max_volume: int = Field(default=0, description="What the lorry holds, in litres")
    max_insured: int = Field(default=0, description="What the insurance covers, in thousands")
    lists_left: int = Field(default=0, description="How many lists can still be sent")
    volume: int = Field(default=0, description="Total volume of the last list")
    insured: int = Field(default=0, description="Total insured value of the last list")
    appeal: int = Field(default=0, description="Total appeal of the last list")
    note: str = Field(default="", description="What is wrong with the last list, if anything")
