"""The action and the observation of Page Extract."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class ExtractAction(VerifiedAction):
    """A free text with the answer."""

    text: str = Field(default="", max_length=8000, description="Contains one JSON list of rows")


class ExtractObservation(VerifiedObservation):
    """The page, and what to extract."""

    instruction: str = Field(default="")
    html: str = Field(default="", description="The source of the page")
    rows_read: int = Field(default=0, description="After the answer: rows that could be read")
