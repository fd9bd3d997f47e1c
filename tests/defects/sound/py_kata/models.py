"""The action and the observation of Py Kata."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class KataAction(VerifiedAction):
    """A program."""

    code: str = Field(default="", max_length=6000, description="Source that defines the function")


class KataObservation(VerifiedObservation):
    """The exercise, and after the submission how it went."""

    task: str = Field(default="", description="What the function must do")
    head: str = Field(default="", description="The first line of the function")
    examples: list[str] = Field(default_factory=list, description="Two calls with their results")
    verdict: str = Field(default="", description="After the submission: `accepted` or `refused`")
