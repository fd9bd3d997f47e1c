"""The action and the observation of Log Extract."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation

Code = Annotated[str, Field(max_length=16)]


class LogExtractAction(VerifiedAction):
    """The answer."""

    codes: list[Code] = Field(
        default_factory=list, max_length=60, description="Error codes in the order of the log"
    )


class LogExtractObservation(VerifiedObservation):
    """The log, and what is asked."""

    service: str = Field(default="", description="The service whose errors are wanted")
    log: str = Field(default="", description="The log, one entry a line")
    question: str = Field(default="", description="What to send")
