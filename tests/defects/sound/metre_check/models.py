"""Action and observation of the metre checker."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class MetreAnswer(VerifiedAction):
    """An answer in words."""

    text: str = Field(default="", max_length=1000, description="Reasoning and the answer lines")


class MetreObservation(VerifiedObservation):
    """A line of verse and the question about it."""

    line: str = Field(default="", description="The line; stressed syllables are in capitals")
    question: str = Field(default="", description="What is asked, and the form of the answer")
    note: str = Field(default="", description="How the answer was read")
