"""The action and the observation of the meeting notes."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class MeetingNotesAction(VerifiedAction):
    """The notes."""

    notes: str = Field(
        default="", max_length=1500, description="One line per action item: `NAME: task, by DAY`"
    )


class MeetingNotesObservation(VerifiedObservation):
    """The transcript."""

    transcript: str = Field(default="", description="What was said, one speaker per line")
    tasks: list[str] = Field(default_factory=list, description="The team's names for its tasks")
    feedback: str = Field(default="", description="How the notes were received")
