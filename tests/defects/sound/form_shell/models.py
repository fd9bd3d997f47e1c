"""What the clerk types and sees."""

from __future__ import annotations

from openenv.core.env_server import Action, Observation
from pydantic import Field


class FormShellAction(Action):
    """One line for the shell."""

    line: str = Field(default="", max_length=400, description="A command, such as: set city Bern")


class FormShellObservation(Observation):
    """The letter and the form."""

    letter: str = Field(default="", description="What the applicant writes")
    form: dict[str, str] = Field(default_factory=dict, description="The fields of the form")
    formats: dict[str, str] = Field(default_factory=dict, description="How each field is written")
    turns_left: int = Field(default=0, description="Turns that remain")
    output: str = Field(default="", description="What the shell printed")
