"""The sequence and the answer."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class SequenceAnswer(VerifiedAction):
    """A free text with one answer tag."""

    text: str = Field(default="", max_length=4000, description="Contains <answer>number</answer>")


class SequenceObservation(VerifiedObservation):
    """The numbers that are shown."""

    numbers: list[float] = Field(default_factory=list, description="The first numbers")
    question: str = Field(default="", description="What to do")
    message: str = Field(default="", description="What became of the answer")
