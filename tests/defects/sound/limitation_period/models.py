"""Action and observation of limitation periods."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class LastDay(VerifiedAction):
    """The last day on which the claim can be filed."""

    day: str = Field(default="", max_length=20, description="The date as YYYY-MM-DD")


class Case(VerifiedObservation):
    """The facts of a case, and the statute."""

    facts: str = Field(default="", description="What happened, and when")
    statute: str = Field(default="", description="The limitation period of every kind of claim")
    note: str = Field(default="", description="Whether the answer was right, at the end")
