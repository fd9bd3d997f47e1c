"""The file that comes in and the file that goes out."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation
from pydantic import Field


class CleanAction(Action):
    """The cleaned file."""

    csv: str = Field(default="", max_length=20000, description="The text of the clean CSV file")


class LedgerObservation(Observation):
    """The export, and at the end how many lines were right."""

    export: str = Field(default="", description="The messy CSV file")
    instructions: str = Field(default="", description="The form of the clean file")
    message: str = Field(default="", description="What became of the submission")
