"""Action and observation of the payroll desk."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class PayrollReply(VerifiedAction):
    """The reply of the desk."""

    text: str = Field(
        default="", max_length=4000, description="Any text with one line `Answer: <amount>`"
    )


class PayrollQuestion(VerifiedObservation):
    """The question, and after the reply whether an amount could be read from it."""

    question: str = Field(default="", description="The time sheet, the rules and what is asked")
    note: str = Field(default="", description="`no amount` if no single answer was found")
