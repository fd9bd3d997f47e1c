"""The action and the observation of Bank Reconciliation."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class ReconAction(VerifiedAction):
    """The wrong entry, and what must be added to it."""

    entry: str = Field(
        default="", max_length=40, description="The reference of the wrong entry, such as `R-417`"
    )
    correction: str = Field(
        default="",
        max_length=40,
        description="Statement minus cash book, with a minus sign if negative, such as `-27.00`",
    )


class ReconObservation(VerifiedObservation):
    """The cash book and the statement of the bank."""

    level: int = Field(default=0, description="Difficulty, from 1")
    book: dict[str, str] = Field(
        default_factory=dict, description="Amounts in the cash book, by reference"
    )
    statement: dict[str, str] = Field(
        default_factory=dict,
        description="Booked amounts of the statement, by reference, in another order",
    )
    pending: dict[str, str] = Field(
        default_factory=dict,
        description="Amounts that the bank has announced but not booked; they do not count",
    )
    attempts_left: int = Field(default=0, description="How many answers remain")
    note: str = Field(default="", description="What was wrong with the last answer")
