"""What lies on the desk, and the clerk's reply."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class DeskAction(VerifiedAction):
    """The reply to the slip on the desk."""

    reply: str = Field(
        default="", max_length=2000, description="Lines `wrong -> right`, or the word `none`"
    )


class DeskObservation(VerifiedObservation):
    """The slip on the desk, and the verdict on the last reply."""

    text: str = Field(default="", description="The slip; empty when the tray is empty")
    slip: int = Field(default=0, description="The number of the slip, from 1")
    slips: int = Field(default=0, description="How many slips the tray had")
    verdict: Literal["", "right", "harmful", "incomplete", "unreadable"] = Field(
        default="", description="On the reply to the slip before"
    )
