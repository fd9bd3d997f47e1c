"""The action and the observation of the redaction desk."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation
from pydantic import Field


class RedactAction(Action):
    """The passages to black out."""

    passages: list[str] = Field(
        default_factory=list, max_length=40, description="Passages, copied from the letter"
    )


class LetterObservation(Observation):
    """The letter, and after the step what is legible of it."""

    letter: str = Field(default="", description="The letter")
    published: str = Field(default="", description="The letter with your redactions")
    note: str = Field(default="", description="What went wrong, if anything did")
