"""What lies on the desk, and what the officer decides."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class DeskAction(VerifiedAction):
    """The verdict on the declaration on the desk."""

    verdict: str = Field(
        default="", max_length=20, description="`seize`, `refer`, `hold`, `duty` or `clear`"
    )


class Line(BaseModel):
    """A line of a declaration."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    goods: str = Field(description="What it is")
    quantity: int = Field(description="How much, in the unit of the rules for these goods")
    value: int = Field(description="Value of the line in euros")
    permit: bool = Field(description="Whether a permit for these goods was shown")


class Declaration(BaseModel):
    """What a traveller declares."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    arriving_from: str = Field(description="`inside` or `outside` the customs union")
    lines: list[Line] = Field(description="The goods")
    cash: int = Field(description="Cash that was found, in euros")
    cash_declared: bool = Field(description="Whether the cash was declared")


class DeskObservation(VerifiedObservation):
    """The declaration on the desk, and what the supervisor said about the one before."""

    rules: list[str] = Field(default_factory=list, description="The rules, the first that applies")
    number: int = Field(default=0, description="Which declaration of the shift this is, from 1")
    declaration: Declaration | None = Field(default=None, description="None after the last one")
    right_before: str = Field(
        default="", description="The right verdict on the declaration before; empty at the first"
    )
    right_so_far: int = Field(default=0, description="How many verdicts of the shift were right")
