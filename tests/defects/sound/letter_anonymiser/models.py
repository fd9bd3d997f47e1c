"""The action and the observation of the anonymiser."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation
from pydantic import Field


class LetterAction(Action):
    """The letter after anonymisation."""

    text: str = Field(
        default="", max_length=4000, description="The whole letter, with placeholders"
    )


class LetterObservation(Observation):
    """The letter, and after the answer what was found in it."""

    task: str = Field(default="", description="What to do")
    letter: str = Field(default="", description="The letter as it was written")
    identifiers: int = Field(default=0, description="How many identifiers it has, repeats counted")
    replaced: int = Field(default=0, description="After the answer: how many were replaced")
    intact: bool = Field(default=False, description="After the answer: whether the rest is intact")
