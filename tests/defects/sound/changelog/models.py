"""Action and observation of the changelog writer."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class ChangelogAction(VerifiedAction):
    """The changelog."""

    markdown: str = Field(default="", max_length=4000, description="Sections and entries")


class ChangelogObservation(VerifiedObservation):
    """The release."""

    project: str = Field(default="", description="Name of the project")
    commits: list[str] = Field(default_factory=list, description="Oldest first")
    missing: int = Field(default=0, description="After the answer: entries that are missing")
    wrong: int = Field(default=0, description="After the answer: entries that do not belong")
