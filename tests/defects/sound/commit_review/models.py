"""The action and the observation of the commit review."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class Review(VerifiedAction):
    """A review in plain words."""

    text: str = Field(
        default="", max_length=4000, description="The review, with codes in square brackets"
    )


class CommitObservation(VerifiedObservation):
    """The commit and the rules of the house."""

    subject: str = Field(default="", description="The first line of the message")
    body: str = Field(default="", description="The rest of the message")
    files: list[str] = Field(default_factory=list, description="Files that the commit touches")
    rules: dict[str, str] = Field(
        default_factory=dict, description="The rules: code, and when it is broken"
    )
    feedback: str = Field(default="", description="How many codes the review named")
