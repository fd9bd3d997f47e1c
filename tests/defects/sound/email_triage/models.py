"""A folder for the mail that is shown."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class TriageAction(VerifiedAction):
    """Where the mail goes."""

    folder: str = Field(default="", max_length=32, description="One of the folders")


class InboxObservation(VerifiedObservation):
    """The next mail."""

    mail: str = Field(default="", description="The subject of the mail to sort; empty at the end")
    folders: list[str] = Field(default_factory=list, description="The folders")
    mails_left: int = Field(default=0, description="Mails to sort, this one included")
