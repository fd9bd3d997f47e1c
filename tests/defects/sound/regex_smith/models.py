"""What the smith does and sees."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation
from pydantic import Field


class RegexAction(Action):
    """A pattern to try or to submit."""

    command: str = Field(default="", max_length=20, description="try or submit")
    pattern: str = Field(default="", max_length=100, description="The pattern")


class RegexObservation(Observation):
    """The rule, its examples, and what came of the last pattern."""

    rule: str = Field(default="", description="The rule in words")
    accepted: list[str] = Field(default_factory=list, description="Strings of the rule")
    refused: list[str] = Field(default_factory=list, description="Strings that break the rule")
    steps_left: int = Field(default=0, description="Steps that remain")
    note: str = Field(default="", description="About the last action")
