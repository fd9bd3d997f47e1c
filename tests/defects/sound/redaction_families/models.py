"""The action and the observation of the redaction desk."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class RedactAction(VerifiedAction):
    """What is blacked out."""

    passages: list[str] = Field(
        default_factory=list, max_length=20, description="Passages of the letter, word for word"
    )


class LetterObservation(VerifiedObservation):
    """A letter."""

    letter: str = Field(default="", description="The letter; after the end as it was redacted")
    note: str = ""
