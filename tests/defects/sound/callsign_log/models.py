"""The operator's log line, and what the operator hears."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class LogAction(VerifiedAction):
    """What the operator writes; one line of it is the log line."""

    text: str = Field(
        default="", max_length=400, description="A text with the line `LOG <call> <MHz> <report>`"
    )


class RadioObservation(VerifiedObservation):
    """A transmission, and how the line before it was taken."""

    heard: str = Field(default="", description="The transmission, as it was heard")
    contact: int = Field(default=0, description="The number of the contact, from 1")
    contacts: int = Field(default=0, description="Contacts of the shift")
    note: Literal["", "confirmed", "not confirmed", "no log line", "several log lines"] = Field(
        default="", description="How the last line was taken"
    )
