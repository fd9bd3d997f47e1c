"""The action and the observation of Dilution."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class DilutionAction(VerifiedAction):
    """An answer."""

    answer: str = Field(default="", max_length=40, description="The number, in decimal form")


class DilutionObservation(VerifiedObservation):
    """The question."""

    question: str = Field(default="", description="What to work out")
    unit: str = Field(default="", description="The unit of the answer")
    attempts_left: int = Field(default=0, description="How many attempts remain")
    note: Literal["", "not a number", "wrong"] = Field(default="", description="The last attempt")
