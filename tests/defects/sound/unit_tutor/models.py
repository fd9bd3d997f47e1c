"""The action and the observation of the unit-conversion tutor."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class UnitTutorAction(VerifiedAction):
    """A pupil's reply."""

    text: str = Field(
        default="", max_length=400, description="Any text that ends with `Answer: NUMBER`"
    )


class UnitTutorObservation(VerifiedObservation):
    """The next exercise, and how the last was marked."""

    exercise: str = Field(default="", description="The quantity to convert; empty at the end")
    unit: str = Field(default="", description="The unit of the answer")
    number: int = Field(default=0, description="Which exercise of the sheet this is, from 1")
    exercises: int = Field(default=0, description="How many exercises the sheet has")
    remark: str = Field(default="", description="The tutor's remark on the last answer")
