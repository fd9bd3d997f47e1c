"""The action and the observation of the pantry."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class PantryUnitsAction(VerifiedAction):
    """An answer."""

    answer: str = Field(default="", max_length=40, description="A number, such as `12`")


class PantryUnitsObservation(VerifiedObservation):
    """The question."""

    question: str = Field(default="", description="The sum in words")
    note: str = Field(default="", description="What became of the answer")
