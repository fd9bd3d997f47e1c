"""A page and its transcript."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class SurveyTablesAction(Action):
    """The transcript."""

    json_text: str = Field(default="", max_length=20000, description="A JSON list of objects")


class SurveyTablesObservation(Observation):
    """The page, and after the transcript the marks."""

    page: str = Field(default="", description="The handwritten table, typed off")
    columns: list[str] = Field(default_factory=list, description="Keys of every object")
    problem: str = Field(default="", description="Why the transcript could not be read")
    cells_right: int = Field(default=0, description="Cells of the transcript that are right")


class SurveyTablesState(State):
    """The public state."""

    level: int = Field(default=2, description="Level of the page")
