"""What the agent sends and sees."""

from __future__ import annotations

from typing import Any

from openenv.core.env_server import Action, Observation
from pydantic import Field


class RepairAction(Action):
    """One attempt."""

    document: str = Field(
        default="", max_length=4000, description="The repaired document, as JSON text"
    )


class RepairObservation(Observation):
    """The broken document, its schema, and what the validator said about the last attempt."""

    document: str = Field(default="", description="The broken document")
    json_schema: dict[str, Any] = Field(
        default_factory=dict, description="The schema it must satisfy"
    )
    problems: list[str] = Field(default_factory=list, description="Messages of the validator")
    attempts_left: int = Field(default=0, description="How many attempts remain")
